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
        private let server: URLSessionServer

        /// Creates the transport.
        ///
        /// - Parameters:
        ///   - server: The server's address: `https` or `wss`; `http` or `ws` if the app's
        ///     transport security allows it.
        ///   - configuration: The configuration of each file's session.
        public init(
            _ server: URL, configuration: @escaping @Sendable () -> URLSessionConfiguration = { .default }
        ) {
            self.server = URLSessionServer(server, configuration: configuration)
        }

        /// Uploads a file with `PUT`. A source that is a file on the disk is sent from there; any
        /// other is read into memory first.
        ///
        /// - Throws: ``ChatWire/WireError`` if the server refused, ``StorageError`` if the bytes
        ///   can't be read, ``UnexpectedAnswer`` if the answer is not the server's. Any other error
        ///   is `URLSession`'s.
        public func upload(
            _ upload: Upload, from source: FileSource, token: String, progress: @escaping @Sendable (UInt64) -> Void
        ) async throws -> Attachment {
            // Finds out here whether the file, and not the network, is the problem.
            _ = try source.read(at: 0, count: 1)
            var request = try server.request("PUT", FileRequest.target(of: upload))
            request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
            request.setValue(upload.type, forHTTPHeaderField: "Content-Type")
            let (happenings, sink) = FileExchange.happenings()
            let session = server.session(UploadDelegate(sink))
            defer { session.finishTasksAndInvalidate() }
            let task: URLSessionUploadTask
            if let url = source.url {
                task = session.uploadTask(with: request, fromFile: url)
            } else {
                task = session.uploadTask(with: request, from: Data(try source.read(at: 0, count: Limits.fileBytes)))
            }
            let answer = try await FileExchange.run(task, happenings, progress: progress)
            return try FileRequest.attachment(from: answer)
        }

        /// Downloads a file to a hidden name beside `url`, and renames it when it is complete.
        ///
        /// - Throws: ``ChatWire/WireError`` if the server refused, ``UnexpectedAnswer`` for another
        ///   status than 200 or another size than the attachment's. Any other error is
        ///   `URLSession`'s or the disk's.
        public func download(_ attachment: Attachment, to url: URL, token: String?) async throws {
            let draft = url.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString).part")
            defer { try? FileManager.default.removeItem(at: draft) }
            let (happenings, sink) = FileExchange.happenings()
            let session = server.session(DownloadDelegate(sink, to: draft, most: Int64(clamping: attachment.size)))
            defer { session.finishTasksAndInvalidate() }
            var request = try server.request("GET", FileRequest.path(of: attachment.id))
            for (name, value) in FileRequest.authorization(token) { request.setValue(value, forHTTPHeaderField: name) }
            let task = session.downloadTask(with: request)
            let answer = try await FileExchange.run(task, happenings)
            guard answer.status == 200 else {
                throw FileRequest.refusal(in: answer) ?? UnexpectedAnswer(status: answer.status)
            }
            let size = try FileManager.default.attributesOfItem(atPath: draft.path)[.size] as? NSNumber
            guard size?.uint64Value == attachment.size else { throw UnexpectedAnswer(status: 200) }
            guard rename(draft.path, url.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        }

        /// The file's HTTP address on the server, without a token.
        public func url(of id: FileID) -> URL? { server.url(of: FileRequest.path(of: id)) }
    }
#endif
