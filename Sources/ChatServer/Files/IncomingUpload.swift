import ChatRooms
import ChatWire
import NIOConcurrencyHelpers
import NIOCore

/// An upload that was admitted: its bytes go to the disk, then its record into a commit.
///
/// It must be ended, with ``finish(_:)`` or ``abandon(_:)``. Call one function at a time, and wait
/// for its callback.
final class IncomingUpload: Sendable {
    private struct Body {
        var file: IncomingFile
        /// Bytes that are not written yet.
        var chunk = ByteBuffer()
        var received: UInt64 = 0
        /// Whether the bytes may be in the object store.
        var isObject = false

        mutating func write() throws(DiskError) {
            try file.append(chunk)
            chunk.clear()
        }
    }

    private let files: Files
    private let request: UploadRequest
    private let user: UserID
    private let ticket: UploadsUnderWay.Ticket
    private let place: FilePlace
    /// Nobody ever waits for this lock.
    private let body: NIOLockedValueBox<Body>

    init(
        _ file: IncomingFile, of request: UploadRequest, by user: UserID, _ ticket: UploadsUnderWay.Ticket,
        in files: Files
    ) {
        self.files = files
        self.request = request
        self.user = user
        self.ticket = ticket
        place = file.place
        body = NIOLockedValueBox(Body(file: file))
    }

    /// How many bytes of the body came.
    var received: UInt64 { body.withLockedValue(\.received) }

    /// Takes the next part of the body.
    ///
    /// - Returns: whether ``write(_:)`` must be called before the next part
    /// - Throws: the refusal if the body is too long
    func collect(_ part: ByteBuffer) throws(HTTPRefusal) -> Bool {
        let (received, waiting) = body.withLockedValue { body in
            body.received += UInt64(part.readableBytes)
            if body.received <= request.size { body.chunk.writeImmutableBuffer(part) }
            return (body.received, body.chunk.readableBytes)
        }
        guard received <= request.size else {
            throw HTTPRefusal(.badRequest, "The body is longer than Content-Length.")
        }
        files.received(part.readableBytes, of: ticket)
        return waiting >= files.chunkBytes
    }

    /// Writes what was collected.
    func write(_ done: @escaping Files.Done<Void>) {
        files.run({ [body] in try body.withLockedValue { try $0.write() } }, done: done)
    }

    /// Call it at the end of the body: makes the bytes durable, then records the file.
    ///
    /// - Parameter done: Called with the attachment, and whether it is new.
    func finish(_ done: @escaping Files.Done<(Attachment, isNew: Bool)>) {
        guard body.withLockedValue({ $0.chunk.readableBytes > 0 }) else { return accept(done) }
        write { [self] result in
            switch result {
            case .success: accept(done)
            case .failure(let error): end(.failure(error), done)
            }
        }
    }

    /// Deletes the bytes, and gives the slot back.
    func abandon(_ done: @escaping @Sendable () -> Void) {
        files.discard(place, isObject: body.withLockedValue(\.isObject)) { [self] in
            files.release(ticket)
            done()
        }
    }

    /// Checks what came, and gives the file its name.
    private func accept(_ done: @escaping Files.Done<(Attachment, isNew: Bool)>) {
        let file = body.withLockedValue(\.file)
        guard file.size == request.size else {
            let text = "Content-Length is \(request.size), but the body has \(file.size) bytes."
            return end(.failure(HTTPRefusal(.badRequest, text)), done)
        }
        let digest = file.digest
        if let expected = request.digest, expected != digest {
            let text = "The body does not match Content-Digest. Send it again."
            return end(.failure(HTTPRefusal(.unprocessableContent, text)), done)
        }
        files.run { [folder = files.folder, objects = files.objects] in
            let type = try file.type()
            if let refusal = type.refusal { throw HTTPRefusal(.unprocessableContent, refusal) }
            if objects == nil { try folder.accept(file) }
            return type
        } done: { [self] (result: Result<FileType, any Error>) in
            switch result {
            case .success(let type):
                guard let objects = files.objects else { return record(file, type, digest, done) }
                store(file, in: objects, digest) { [self] result in
                    do throws(HTTPRefusal) {
                        try result.get()
                        record(file, type, digest, done)
                    } catch {
                        end(.failure(error), done)
                    }
                }
            case .failure(let error): end(.failure(error), done)
            }
        }
    }

    /// Makes an object of a complete file.
    private func store(
        _ file: IncomingFile, in objects: FileObjects, _ digest: [UInt8],
        _ done: @escaping @Sendable (Result<Void, HTTPRefusal>) -> Void
    ) {
        body.withLockedValue { $0.isObject = true }
        Task { [files, place] in
            do throws(HTTPRefusal) {
                // The connection to the object store needs a descriptor, too.
                guard let slot = try? files.folder.slot(isReader: false) else { throw .overloaded }
                defer { withExtendedLifetime(slot) {} }
                try await objects.put(place, size: file.size, digest: digest) { count, offset in
                    try await files.read(file.file, count, at: offset)
                }
                done(.success(()))
            } catch {
                done(.failure(error))
            }
        }
    }

    private func record(
        _ file: IncomingFile, _ type: FileType, _ digest: [UInt8],
        _ done: @escaping Files.Done<(Attachment, isNew: Bool)>
    ) {
        let attachment = Attachment(
            id: request.id, name: request.name, type: type.name, size: file.size, dimensions: type.dimensions)
        let record = FileRecord(
            attachment: attachment, user: user, digest: digest, at: files.clock.milliseconds(), place: place)
        files.committer.record(record) { [self] recorded in
            switch recorded {
            case .success(let outcome):
                do throws(WireError) {
                    end(.success(try outcome.result(of: attachment)), done)
                } catch {
                    end(.failure(HTTPRefusal(error)), done)
                }
            case .failure(let refusal):
                // It is unknown whether these bytes have a record, so they stay until the next
                // start.
                clear { done(.failure(HTTPRefusal(refusal))) }
            }
        }
    }

    /// Deletes the bytes, unless they are those of a new file.
    private func end(
        _ result: Result<(Attachment, isNew: Bool), any Error>,
        _ done: @escaping Files.Done<(Attachment, isNew: Bool)>
    ) {
        if case .success((_, isNew: true)) = result { return clear { done(result) } }
        abandon { done(result) }
    }

    /// Gives the slot back. Bytes that are an object leave the folder.
    private func clear(_ done: @escaping @Sendable () -> Void) {
        guard files.objects != nil else {
            files.release(ticket)
            return done()
        }
        files.discard(place) { [self] in
            files.release(ticket)
            done()
        }
    }
}
