import ChatCore
import ChatWire
import Foundation
import NIOCore
import NIOPosix

/// Transfers files over HTTP/1.1, on SwiftNIO. ``NIOTransport`` uses it.
///
/// Each file has a connection of its own. At most a few parts of ``ChatWire/Limits/filePartBytes``
/// are in memory.
public struct NIOFiles: FileTransport {
    private let server: NIOServer

    /// Creates the transport.
    ///
    /// - Parameters:
    ///   - address: The server's address.
    ///   - security: Makes connections secure, if the address requires it.
    ///   - group: The event loops for the connections.
    public init(
        _ address: ServerAddress, security: ConnectionSecurity? = nil,
        on group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
    ) {
        self.init(NIOServer(address: address, security: security, group: group))
    }

    init(_ server: NIOServer) { self.server = server }

    /// Sends a file with `PUT /v1/files/ID`. See ``FileTransport/upload(_:from:token:progress:)``.
    public func upload(
        _ upload: Upload, from source: FileSource, token: String, progress: @escaping @Sendable (UInt64) -> Void
    ) async throws -> Attachment {
        let exchange = server.exchange()
        let headers = [("Authorization", "Bearer \(token)"), ("Content-Type", upload.type)]
        var body: [UInt8] = []
        let head = try await exchange.run(
            .PUT, FileRequest.target(of: upload), headers, body: source, progress: progress
        ) { _, part in
            guard body.count + part.readableBytes <= Limits.fileAnswerBytes else { return false }
            body += part.readableBytesView
            return true
        }
        return try FileRequest.attachment(from: ServerAnswer(head, body))
    }

    /// Reads a file into `url`, which appears when the file is complete.
    ///
    /// - Throws: the server's refusal, or ``UnexpectedAnswer`` if the size is not the attachment's.
    public func download(_ attachment: Attachment, to url: URL, token: String?) async throws {
        let exchange = server.exchange()
        let target = try DownloadTarget(url)
        defer { target.discard() }
        var size: UInt64 = 0
        var refusal: [UInt8] = []
        let head = try await exchange.run(.GET, FileRequest.path(of: attachment.id), FileRequest.authorization(token)) {
            head, part in
            guard head.status == .ok else {
                refusal += part.readableBytesView.prefix(Limits.fileAnswerBytes - refusal.count)
                return true
            }
            size += UInt64(part.readableBytes)
            guard size <= attachment.size else { return false }
            try target.write(Data(part.readableBytesView))
            return true
        }
        guard head.status == .ok else {
            let answer = ServerAnswer(head, refusal)
            throw FileRequest.refusal(in: answer) ?? UnexpectedAnswer(status: answer.status)
        }
        guard size == attachment.size else { throw UnexpectedAnswer(status: 200) }
        try target.finish()
    }

    /// The address of a file on this server, without a token.
    public func url(of id: FileID) -> URL? { server.address.url(of: FileRequest.path(of: id)) }
}

/// A downloaded file. It gets its name when it is complete.
private struct DownloadTarget {
    private let url: URL
    private let draft: URL
    private let handle: FileHandle

    init(_ url: URL) throws {
        self.url = url
        draft = url.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString).part")
        try Data().write(to: draft, options: .withoutOverwriting)
        handle = try FileHandle(forWritingTo: draft)
    }

    func write(_ data: Data) throws { try handle.write(contentsOf: data) }

    func finish() throws {
        try handle.close()
        guard rename(draft.path, url.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    /// Deletes an incomplete file.
    func discard() {
        try? handle.close()
        try? FileManager.default.removeItem(at: draft)
    }
}
