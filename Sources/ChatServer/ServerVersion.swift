/// The version of this build.
public enum ServerVersion {
    public static let number = "0.1.0"
    /// As it is told to clients.
    public static let name = "martlet/\(number)"
}
