import NIOCore

/// Makes a connection secure. `ChatCoreTLS` supplies one (`ConnectionSecurity.tls()`). It is a
/// module of its own, so that programs without TLS on Linux do not build BoringSSL.
public struct ConnectionSecurity: Sendable {
    /// Adds handlers between the socket and all others. Called on a new channel's event loop,
    /// before anything is sent.
    public let secure: @Sendable (_ channel: any Channel, _ host: String) throws -> Void

    /// Creates the value.
    ///
    /// - Parameter secure: Adds its handlers to a new channel, on its event loop, for a connection
    ///   to `host`.
    public init(_ secure: @escaping @Sendable (_ channel: any Channel, _ host: String) throws -> Void) {
        self.secure = secure
    }
}
