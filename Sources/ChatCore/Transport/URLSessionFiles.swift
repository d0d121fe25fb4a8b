#if canImport(Darwin)
    import Foundation

    /// Transfers files over `URLSession`, with the system's TLS and proxies.
    /// ``URLSessionTransport`` uses it.
    ///
    /// Files go directly between disk and network, and never more bytes than announced. Redirects
    /// are not followed: they would carry the token elsewhere.
    ///
    /// An upload runs in the app's process. If the system ends the process, the next start begins
    /// the upload anew.
    public struct URLSessionFiles: FileTransport {
        /// The server's address without a slash at its end.
        private let base: String
        private let configuration: @Sendable () -> URLSessionConfiguration

        /// Creates the transport.
        ///
        /// - Parameters:
        ///   - server: The server's address: `https` or `wss`; `http` or `ws` if the app's
        ///     transport security allows it.
        ///   - configuration: The configuration of each file's session.
        public init(
            _ server: URL, configuration: @escaping @Sendable () -> URLSessionConfiguration = { .default }
        ) {
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

        public func upload(
            _ upload: Upload, from source: FileSource, token: String, progress: @escaping @Sendable (UInt64) -> Void
        ) async throws -> Attachment {
            // Finds out here whether the file, and not the network, is the problem.
            _ = try source.read(at: 0, count: 1)
            var request = try request("PUT", FileRequest.target(of: upload))
            request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
            request.setValue(upload.type, forHTTPHeaderField: "Content-Type")
            let (happenings, sink) = FileExchange.happenings()
            let session = session(UploadDelegate(sink))
            defer { session.finishTasksAndInvalidate() }
            let task: URLSessionUploadTask
            if let url = source.url {
                task = session.uploadTask(with: request, fromFile: url)
            } else {
                task = session.uploadTask(with: request, from: Data(try source.read(at: 0, count: Limits.fileBytes)))
            }
            let answer = try await FileExchange.run(task, happenings, progress: progress)
            return try FileRequest.attachment(status: answer.status, retryAfter: answer.retryAfter, body: answer.body)
        }

        public func download(_ attachment: Attachment, to url: URL, token: String?) async throws {
            let draft = url.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString).part")
            defer { try? FileManager.default.removeItem(at: draft) }
            let (happenings, sink) = FileExchange.happenings()
            let session = session(DownloadDelegate(sink, to: draft, most: Int64(clamping: attachment.size)))
            defer { session.finishTasksAndInvalidate() }
            var request = try request("GET", FileRequest.path(of: attachment.id))
            for (name, value) in FileRequest.authorization(token) { request.setValue(value, forHTTPHeaderField: name) }
            let task = session.downloadTask(with: request)
            let answer = try await FileExchange.run(task, happenings) { _ in }
            guard answer.status == 200 else {
                throw FileRequest.refusal(
                    status: answer.status, retryAfter: answer.retryAfter, body: answer.body)
                    ?? UnexpectedFileAnswer(status: answer.status)
            }
            let size = try FileManager.default.attributesOfItem(atPath: draft.path)[.size] as? NSNumber
            guard size?.uint64Value == attachment.size else { throw UnexpectedFileAnswer(status: 200) }
            guard rename(draft.path, url.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        }

        public func url(of id: FileID) -> URL? { URL(string: base + FileRequest.path(of: id)) }

        private func request(_ method: String, _ target: String) throws -> URLRequest {
            guard let url = URL(string: base + target) else { throw URLError(.badURL) }
            var request = URLRequest(url: url)
            request.httpMethod = method
            // A limit on silence, not on the whole transfer.
            request.timeoutInterval = Double(Limits.fileSilence) / 1_000
            return request
        }

        private func session(_ delegate: any URLSessionDelegate) -> URLSession {
            let configuration = configuration()
            configuration.urlCache = nil
            return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        }
    }
#endif
