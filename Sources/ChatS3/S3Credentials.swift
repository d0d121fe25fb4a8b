import ChatServer

/// The key pair that requests are signed with. Its description does not show the secret.
public struct S3Credentials: Sendable, CustomStringConvertible {
    let id: String
    let secret: String
    let session: String?

    /// Creates the value.
    ///
    /// - Parameter session: the session token of temporary credentials; `nil` for lasting ones
    public init(id: String, secret: String, session: String? = nil) {
        self.id = id
        self.secret = secret
        self.session = session
    }

    /// Takes the credentials from `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and
    /// `AWS_SESSION_TOKEN`.
    public init(environment: [String: String]) throws(StartError) {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        guard let id = value("AWS_ACCESS_KEY_ID"), let secret = value("AWS_SECRET_ACCESS_KEY") else {
            throw StartError(
                "Files in a bucket need credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment."
            )
        }
        self.init(id: id, secret: secret, session: value("AWS_SESSION_TOKEN"))
    }

    /// The key's id.
    public var description: String { "access key \(id)" }
}
