import Foundation

/// Transfers files to and from a server: HTTP in Martlet v1 (`docs/protocol.md`, "Files").
///
/// It retries nothing; ``ChatModel/Chat`` decides about that. When its task is cancelled, its calls
/// must end soon.
public protocol FileTransport: Sendable {
    /// Uploads the bytes of `source`.
    ///
    /// - Parameters:
    ///   - upload: The file's id, name, type and size.
    ///   - source: The bytes.
    ///   - token: Identifies the file's owner. Never put it into an address or a log.
    ///   - progress: Called with the number of bytes sent, from any thread, any number of times.
    /// - Returns: The server's confirmation.
    /// - Throws: ``ChatWire/WireError`` if the server refused, ``StorageError`` if the bytes can't
    ///   be read. Any other error means that there was no answer.
    func upload(
        _ upload: Upload, from source: FileSource, token: String, progress: @escaping @Sendable (UInt64) -> Void
    ) async throws -> Attachment

    /// Downloads a message's file to `url`, replacing a file there. The file appears only when it
    /// is complete.
    ///
    /// - Parameter token: Identifies the reader: files of groups and direct rooms are for those who
    ///   may read their message. Without it, only files of open rooms can be downloaded.
    /// - Throws: Like ``upload(_:from:token:progress:)``; also if the server sends a different
    ///   number of bytes than announced.
    func download(_ attachment: Attachment, to url: URL, token: String?) async throws

    /// An address for views that load files themselves. Without a token it shows files of open
    /// rooms only. `nil` if there is none.
    func url(of id: FileID) -> URL?
}
