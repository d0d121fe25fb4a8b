import Foundation

/// A way for files to a server and from it: HTTP in Martlet v1 (`docs/protocol.md`, "Files").
///
/// It repeats nothing: that is decided by ``ChatModel/Chat``. A cancelled task must make its calls end soon.
public protocol FileTransport: Sendable {
    /// Uploads the bytes of `source`.
    ///
    /// - Parameters:
    ///   - token: of whose files it becomes one. It belongs in no address and in no log.
    ///   - progress: told how many bytes have left, from any thread, as often as need be
    /// - Returns: what the server answered
    /// - Throws: ``ChatWire/WireError`` where the server refused, ``StorageError`` where the bytes can't be read; anything else means
    ///   that there was no answer
    func upload(
        _ upload: Upload, from source: FileSource, token: String, progress: @escaping @Sendable (UInt64) -> Void
    ) async throws -> Attachment

    /// Downloads a file that a message has, in the place of what is at `url`; nothing is there before all of it is.
    ///
    /// - Throws: as ``upload(_:from:token:progress:)`` does; also where the server sends another number of bytes than it said
    func download(_ attachment: Attachment, to url: URL) async throws

    /// Where a file can be read, for views that fetch by themselves: whoever knows its id may. `nil` where it has no address.
    func url(of id: FileID) -> URL?
}

/// The server sent something else than it said; or something before it answered in its place, as a hotel's network does.
public struct UnexpectedFileAnswer: Error, Hashable, Sendable, CustomStringConvertible {
    /// Of HTTP.
    public let status: Int

    public init(status: Int) { self.status = status }

    public var description: String { "an answer of status \(status) that is none of Martlet's" }
}
