#if canImport(Darwin)
    import Foundation

    /// Sends small requests over `URLSession`, with the system's TLS and proxies.
    /// ``URLSessionTransport`` uses it.
    public struct URLSessionRequests: RequestTransport {
        private let server: URLSessionServer

        /// Creates the transport.
        ///
        /// - Parameters:
        ///   - server: The server's address: `https` or `wss`; `http` or `ws` if the app's
        ///     transport security allows it.
        ///   - configuration: The configuration of each request's session.
        public init(
            _ server: URL, configuration: @escaping @Sendable () -> URLSessionConfiguration = { .default }
        ) {
            self.server = URLSessionServer(server, configuration: configuration)
        }

        /// Sends the request in a session of its own. It fails after
        /// ``ChatWire/Limits/fileSilence`` milliseconds without a byte.
        ///
        /// - Throws: `URLSession`'s error if there was no answer.
        public func answer(to request: ServerRequest) async throws -> ServerAnswer {
            var outgoing = try server.request(request.method.rawValue, request.path)
            for (name, value) in request.headers { outgoing.setValue(value, forHTTPHeaderField: name) }
            outgoing.httpBody = request.body.map { Data($0) }
            let (happenings, sink) = FileExchange.happenings()
            let session = server.session(UploadDelegate(sink))
            defer { session.finishTasksAndInvalidate() }
            return try await FileExchange.run(
                session.dataTask(with: outgoing), happenings, most: Limits.receivedFrameBytes)
        }
    }
#endif
