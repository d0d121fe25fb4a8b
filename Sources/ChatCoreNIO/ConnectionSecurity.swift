import NIOCore

/// What makes a connection secure. `ChatCoreTLS` has one (`ConnectionSecurity.tls()`), in a module of its own, so that who doesn't need TLS
/// on Linux does not build BoringSSL.
public struct ConnectionSecurity: Sendable {
    /// Puts handlers between the socket and everything else; called on a new channel's event loop, before anything is sent.
    public let secure: @Sendable (_ channel: any Channel, _ host: String) throws -> Void

    /// - Parameter secure: adds its handlers to a new channel, on its event loop, for a connection to `host`
    public init(_ secure: @escaping @Sendable (_ channel: any Channel, _ host: String) throws -> Void) {
        self.secure = secure
    }
}
