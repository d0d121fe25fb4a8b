import ChatCore
import Foundation

extension ChatSession {
    /// Connects with `URLSession`, which has the system's TLS and proxies. On Linux, where it has
    /// no WebSocket, it throws: pass a transport of `ChatCoreNIO` there.
    public static let urlSession: Connecting = { (server: ServerAddress) throws -> any Transport in
        #if canImport(Darwin)
            guard let url: URL = server.url else { throw URLError(URLError.Code.badURL) }
            return URLSessionTransport(url)
        #else
            throw URLError(URLError.Code.unsupportedURL)
        #endif
    }
}
