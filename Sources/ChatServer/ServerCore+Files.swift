import ChatRooms
import ChatWire
import NIOCore

// What is behind the HTTP routes of files. Callbacks come on any thread, once.
extension ServerCore {
    /// Deletes leftovers of files. Call it before the first connection.
    ///
    /// - Parameter done: called with the reason why the server must not begin, if there is one
    package func beginFiles(done: @escaping @Sendable (WireError?) -> Void) {
        guard let files = context.files else { return done(nil) }
        files.begin { result in
            if case .failure(let error) = result { done(error.refusal) } else { done(nil) }
        }
    }

    /// Deletes the files that no message has taken in time.
    package func forgetUnusedFiles() { context.files?.forgetUnused() }

    /// Begins an upload.
    ///
    /// - Parameter end: called when the upload must give its slot to another one: then call
    ///   ``Upload/abandon(_:)``
    package func beginUpload(
        _ id: FileID, name: String, size: UInt64, by user: UserID, at address: ClientAddress,
        end: @escaping @Sendable () -> Void, done: @escaping @Sendable (Result<Upload, WireError>) -> Void
    ) {
        guard let files = context.files else { return done(.failure(.noSuchFile)) }
        files.begin(UploadRequest(id: id, name: name, size: size), by: user, at: address, end: end) { result in
            done(result.map { Upload(upload: $0) }.mapError { $0.refusal })
        }
    }

    /// An upload under way. Call one function at a time, and wait for its callback.
    package struct Upload: Sendable {
        fileprivate let upload: IncomingUpload

        /// Takes the next part of the body.
        package func receive(_ part: ByteBuffer, done: @escaping @Sendable (Result<Void, WireError>) -> Void) {
            do throws(HTTPRefusal) {
                guard try upload.collect(part) else { return done(.success(())) }
            } catch {
                return done(.failure(error.error))
            }
            upload.write { done($0.mapError { $0.refusal }) }
        }

        /// Ends the upload, at the end of its body.
        package func finish(done: @escaping @Sendable (Result<(Attachment, isNew: Bool), WireError>) -> Void) {
            upload.finish { done($0.mapError { $0.refusal }) }
        }

        /// Ends the upload without a file.
        package func abandon(done: @escaping @Sendable () -> Void) { upload.abandon(done) }
    }

    /// Opens a file for a user; `nil` if there is none, or the user may not read it.
    package func openFile(
        _ id: FileID, for user: UserID, done: @escaping @Sendable (Result<Download?, WireError>) -> Void
    ) {
        guard let files = context.files else { return done(.success(nil)) }
        files.open(id, for: Visitor(user)) { result in
            done(
                result.map { found in
                    // No object store is in reach of a server without listeners.
                    guard case (let record, .file(let file))? = found else { return nil }
                    return Download(record: record, files: files, file: file)
                }.mapError { $0.refusal })
        }
    }

    /// An open file.
    package struct Download: Sendable {
        package let record: FileRecord
        fileprivate let files: Files
        fileprivate let file: OpenFile

        /// Reads `count` bytes from `offset` on; fewer at the end of the file.
        package func read(
            _ count: Int, at offset: UInt64, done: @escaping @Sendable (Result<ByteBuffer, WireError>) -> Void
        ) {
            files.read(file, count, at: offset) { done($0.mapError { $0.refusal }) }
        }
    }
}

extension Error {
    /// The error that the client is told.
    fileprivate var refusal: WireError { (self as? HTTPRefusal ?? .stopping).error }
}
