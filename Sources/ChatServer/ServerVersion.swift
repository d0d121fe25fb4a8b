/// The version of this build.
public enum ServerVersion {
    /// The version, by Semantic Versioning.
    public static let number = "0.1.0"
    /// The name and version in the welcome.
    public static let name = "martlet/\(number)"
}
