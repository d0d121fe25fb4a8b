#if canImport(Darwin)
    import Foundation

    /// Files over `URLSession`, with the system's TLS, proxies and radio: what ``URLSessionTransport`` uses.
    ///
    /// An upload lives in the app's process: when the system ends that, the next start begins it anew.
    public struct URLSessionFiles: FileTransport {
        private let server: URL
        private let configuration: @Sendable () -> URLSessionConfiguration

        /// - Parameters:
        ///   - server: the server's address: `https` or `wss`, or `http` or `ws` where the app's transport security allows it
        ///   - configuration: of each file's session
        public init(
            _ server: URL, configuration: @escaping @Sendable () -> URLSessionConfiguration = { .default }
        ) {
            var parts = URLComponents(url: server, resolvingAgainstBaseURL: true)
            switch server.scheme?.lowercased() {
            case "ws": parts?.scheme = "http"
            case "wss": parts?.scheme = "https"
            default: break
            }
            self.server = parts?.url ?? server
            self.configuration = configuration
        }

        public func upload(
            _ upload: Upload, from source: FileSource, token: String, progress: @escaping @Sendable (UInt64) -> Void
        ) async throws -> Attachment {
            var request = URLRequest(url: address(FileRequest.target(of: upload)))
            request.httpMethod = "PUT"
            request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
            request.setValue(upload.type, forHTTPHeaderField: "Content-Type")
            let session = makeSession()
            defer { session.finishTasksAndInvalidate() }
            let delegate = Delegate(progress)
            let body: Data
            let response: URLResponse
            if let url = source.url {
                // Else `URLSession` says by itself that a file is missing, as if it were the network.
                _ = try source.read(at: 0, count: 1)
                (body, response) = try await session.upload(for: request, fromFile: url, delegate: delegate)
            } else {
                let data = Data(try source.read(at: 0, count: Limits.fileBytes))
                (body, response) = try await session.upload(for: request, from: data, delegate: delegate)
            }
            guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
            return try FileRequest.attachment(
                status: response.statusCode, retryAfter: response.value(forHTTPHeaderField: "Retry-After"),
                body: Array(body.prefix(Limits.fileAnswerBytes)))
        }

        public func download(_ attachment: Attachment, to url: URL) async throws {
            let session = makeSession()
            defer { session.finishTasksAndInvalidate() }
            let request = URLRequest(url: address(FileRequest.path(of: attachment.id)))
            let (file, response) = try await session.download(for: request, delegate: Delegate { _ in })
            defer { try? FileManager.default.removeItem(at: file) }
            guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
            guard response.statusCode == 200 else {
                let body = try? FileHandle(forReadingFrom: file).read(upToCount: Limits.fileAnswerBytes)
                throw FileRequest.refusal(
                    status: response.statusCode, retryAfter: response.value(forHTTPHeaderField: "Retry-After"),
                    body: Array(body ?? Data())) ?? UnexpectedFileAnswer(status: response.statusCode)
            }
            guard try FileSource(contentsOf: file).size == attachment.size else {
                throw UnexpectedFileAnswer(status: response.statusCode)
            }
            // A name in the same folder first, so that what has the name is whole at every moment.
            let draft = url.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString).part")
            try FileManager.default.moveItem(at: file, to: draft)
            guard rename(draft.path, url.path) == 0 else {
                try? FileManager.default.removeItem(at: draft)
                throw CocoaError(.fileWriteUnknown)
            }
        }

        public func url(of id: FileID) -> URL? { address(FileRequest.path(of: id)) }

        private func makeSession() -> URLSession {
            let configuration = self.configuration()
            configuration.timeoutIntervalForRequest = Double(Limits.fileSilence) / 1_000
            return URLSession(configuration: configuration)
        }

        /// Behind the server's own path; what is percent-encoded stays as it is.
        private func address(_ target: String) -> URL {
            let base = server.absoluteString
            return URL(string: (base.hasSuffix("/") ? String(base.dropLast()) : base) + target) ?? server
        }

        /// Hears how far an upload is, and follows nobody elsewhere: a token is for this server.
        private final class Delegate: NSObject, URLSessionTaskDelegate, Sendable {
            private let progress: @Sendable (UInt64) -> Void

            init(_ progress: @escaping @Sendable (UInt64) -> Void) { self.progress = progress }

            func urlSession(
                _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
                totalBytesExpectedToSend: Int64
            ) {
                progress(UInt64(clamping: totalBytesSent))
            }

            func urlSession(
                _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
                newRequest request: URLRequest
            ) async -> URLRequest? {
                nil
            }
        }
    }
#endif
