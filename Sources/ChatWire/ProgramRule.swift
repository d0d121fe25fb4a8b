/// The rule for what a program calls itself when its user signs in: “Martlet (iPhone)”. One line of
/// at most ``Limits/programBytes`` bytes, as the title of a room; empty for a program that does not
/// say.
public enum ProgramRule {
    /// Why `program` is not allowed, or `nil`.
    public static func check(_ program: String) -> WireError? {
        LineRule.fault(of: program, most: Limits.programBytes).map {
            WireError(.badRequest, "The key \"program\" \($0).")
        }
    }
}
