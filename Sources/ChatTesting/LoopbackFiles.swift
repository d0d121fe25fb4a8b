import ChatCore
import Foundation

/// ChatCore's way for files to a ``LoopbackServer``: part after part, as a network carries them.
public struct LoopbackFiles: FileTransport {
    /// What happens to an upload.
    public enum Fault: Hashable, Sendable {
        /// The connection breaks after this number of bytes; nothing is kept.
        case cut(after: UInt64)
        /// All of it arrives and is kept, and the answer is lost.
        case answerLost
        /// The server refuses it with this error.
        case refused(WireError)
    }

    private let server: LoopbackServer

    init(server: LoopbackServer) { self.server = server }

    /// Passes the file to the server in parts of ``ChatWire/Limits/filePartBytes`` bytes, and
    /// reports progress after each part.
    ///
    /// - Throws: ``ChatWire/WireError`` if the server or a ``Fault`` refuses,
    ///   ``LoopbackTransport/Unreachable`` if the server is away or a ``Fault`` breaks the
    ///   connection, ``ChatCore/StorageError`` if the bytes can't be read.
    public func upload(
        _ upload: Upload, from source: FileSource, token: String, progress: @escaping @Sendable (UInt64) -> Void
    ) async throws -> Attachment {
        let fault = try await server.beginUpload()
        if case .refused(let error) = fault { throw error }
        var bytes: [UInt8] = []
        while UInt64(bytes.count) < source.size {
            try await server.passFile()
            let part = try source.read(at: UInt64(bytes.count), count: Limits.filePartBytes)
            bytes += part
            if case .cut(let most) = fault, UInt64(bytes.count) > most { throw LoopbackTransport.Unreachable() }
            progress(UInt64(bytes.count))
        }
        let attachment = try await server.put(upload, bytes, token: token)
        if fault == .answerLost { throw LoopbackTransport.Unreachable() }
        return attachment
    }

    /// Writes the server's copy of the file to `url`, atomically.
    ///
    /// - Throws: ``ChatWire/WireError`` if the token's user may not read the file,
    ///   ``LoopbackTransport/Unreachable`` if the server is away.
    public func download(_ attachment: Attachment, to url: URL, token: String?) async throws {
        try await server.passFile()
        let bytes = try await server.file(attachment.id, token: token)
        try Data(bytes).write(to: url, options: .atomic)
    }

    /// Returns an address with the scheme `loopback`. Nothing can be loaded from it.
    public func url(of id: FileID) -> URL? { URL(string: "loopback:\(FileRequest.path(of: id))") }
}
