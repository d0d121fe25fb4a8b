import ChatWire

/// Several rows with one statement. The statement is the same for any number of them, so that it is
/// prepared once: it has ``ChatWire/Limits/databaseRows`` parameters, or one.
enum Rows {
    /// Splits values into groups of one, or of ``ChatWire/Limits/databaseRows``; the last value
    /// fills the last group up.
    static func groups<Value>(of values: [Value]) -> [[Value]] {
        guard let last = values.last, values.count > 1 else { return values.isEmpty ? [] : [values] }
        return stride(from: 0, to: values.count, by: Limits.databaseRows).map { start in
            let group = values[start..<min(start + Limits.databaseRows, values.count)]
            return group + Array(repeating: last, count: Limits.databaseRows - group.count)
        }
    }

    /// The parameters of a group, for `IN`, or one row of `VALUES` for each.
    static func parameters(_ count: Int, each parameter: String = "?") -> String {
        Array(repeating: parameter, count: count).joined(separator: ", ")
    }
}
