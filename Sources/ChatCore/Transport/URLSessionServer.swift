#if canImport(Darwin)
    import Foundation

    /// A server's address for requests over `URLSession`, and how they are made.
    struct URLSessionServer: Sendable {
        /// The server's address without a slash at its end.
        private let base: String
        private let configuration: @Sendable () -> URLSessionConfiguration

        init(_ server: URL, configuration: @escaping @Sendable () -> URLSessionConfiguration) {
            var parts = URLComponents(url: server, resolvingAgainstBaseURL: true)
            switch server.scheme?.lowercased() {
            case "ws": parts?.scheme = "http"
            case "wss": parts?.scheme = "https"
            default: break
            }
            parts?.query = nil
            parts?.fragment = nil
            let text = (parts?.url ?? server).absoluteString
            base = text.hasSuffix("/") ? String(text.dropLast()) : text
            self.configuration = configuration
        }

        func url(of target: String) -> URL? { URL(string: base + target) }

        func request(_ method: String, _ target: String) throws -> URLRequest {
            guard let url = url(of: target) else { throw URLError(.badURL) }
            var request = URLRequest(url: url)
            request.httpMethod = method
            // A limit on silence, not on the whole transfer.
            request.timeoutInterval = Double(Limits.fileSilence) / 1_000
            return request
        }

        func session(_ delegate: any URLSessionDelegate) -> URLSession {
            let configuration = configuration()
            configuration.urlCache = nil
            return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        }
    }
#endif
