import ChatNIO
import ChatRooms
import ChatWire
import HTTPTypes
import Hummingbird
import NIOCore

/// The paths of files: `PUT`, `GET` and `HEAD` of `/v1/files/ID`, `POST /v1/files/ID/address`, and
/// the preflight requests of browsers.
struct FileRoutes {
    static let path = "/v1/files/"
    let server: ServerContext
    let files: Files
    let rule: HandshakeRule

    init(server: ServerContext, files: Files, rule: HandshakeRule) {
        self.server = server
        self.files = files
        self.rule = rule
    }

    func add(to router: Router<AnswerContext>) {
        router.add(RouterPath(Self.path + ":id"), [.put: put, .get: get, .head: get], through: answer)
        router.add(RouterPath(Self.path + ":id/address"), [.post: makeAddress], through: answer)
    }

    private func answer(
        _ request: Request, _ context: AnswerContext, _ handle: (Request, AnswerContext) async throws -> Response
    ) async -> Response {
        await CrossOrigin(server: server, rule: rule, methods: "GET, HEAD, POST, PUT").answer(
            request, context, refused: { note($0, context.client) }, handle)
    }

    private func note(_ refusal: HTTPRefusal, _ client: ClientAddress) {
        server.logger.debug(
            "refused a file",
            metadata: [
                "status": "\(refusal.status.code)",
                "error": "\(refusal.error.code)",
            ])
        server.noteRefusal(refusal.error, of: nil, at: client)
    }

    private func put(_ request: Request, _ context: AnswerContext) async throws -> Response {
        let user = try await uploader(request, context.client)
        let upload = try UploadRequest(request.head, id: context.parameters.get("id") ?? "")
        let budget = server.addressBudgets.budget(of: context.client)
        if let refusal = budget?.refusal(ofUpload: upload.size) {
            throw HTTPRefusal(.tooManyRequests, refusal)
        }
        let expectsContinue = request.headers[.expect]?.lowercased() == "100-continue"
        let transfer = Transfer(channel: context.channel)
        var admitted: IncomingUpload?
        let result: Result<(Attachment, isNew: Bool), any Error>
        do {
            result = .success(
                try await files.upload(
                    upload, by: user, at: context.client,
                    begin: {
                        admitted = $0
                        try await transfer.beginUpload(expectsContinue: expectsContinue)
                    },
                    end: transfer.giveWay, body: request.body,
                    // The session may have ended meanwhile.
                    confirm: { _ = try await uploader(request, context.client) }))
        } catch {
            budget?.giveBack(upload: upload.size, except: admitted?.received)
            result = .failure(error)
        }
        // A body that ended too early has a reason.
        let cut = try await transfer.endUpload()
        if case .failure = result, let cut { throw cut }
        let (attachment, isNew) = try result.get()
        if isNew {
            files.metrics.uploads.increment()
            files.metrics.uploadedBytes.increment(by: Int64(clamping: attachment.size))
            server.logger.debug("took a file", metadata: ["type": "\(attachment.type)", "bytes": "\(attachment.size)"])
        }
        var writer = JSONWriter()
        attachment.write(to: &writer)
        return Response(
            status: isNew ? .created : .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes)))
    }

    private func uploader(_ request: Request, _ client: ClientAddress) async throws(HTTPRefusal) -> UserID {
        let identity = try await identity(request, client)
        guard identity.mayWrite else { throw HTTPRefusal(.forbidden, .guestsReadOnly) }
        return identity.user
    }

    private func identity(_ request: Request, _ client: ClientAddress) async throws(HTTPRefusal) -> UserIdentity {
        do throws(WireError) {
            return try await server.identity(ofBearer: request.head.bearerToken, at: client)
        } catch {
            throw HTTPRefusal(error)
        }
    }

    /// The user who reads: of the token, or of the address; nobody for a request with neither.
    private func reader(_ request: Request, _ id: FileID, _ client: ClientAddress) async throws -> FileReader {
        var reader = FileReader(id, of: files, at: client, server.accounts)
        if request.head.bearerToken != nil {
            let identity = try await identity(request, client)
            reader.visitor = Visitor(identity.user, identity.role)
            reader.hasAccount = server.hasAccount(identity.user)
            return reader
        }
        guard request.uri.query?.utf8.count ?? 0 <= Limits.fileQueryBytes else { return reader }
        let query = request.uri.queryParameters
        if let owner = server.fileAddress.owner(id, query: query, at: server.clock.milliseconds()) {
            reader.hasAccount = owner.hasAccount || server.hasAccount(owner.user)
            // The address of an account that is closed or disabled opens nothing, nor does that of
            // a user who is banned.
            if try await reader.isActive(owner.user) { reader.visitor = Visitor(owner.user) }
        }
        return reader
    }

    /// An address at which the user of the token can read the file without the token. It does not
    /// carry the user's role on the server, which may end before the address does.
    private func makeAddress(_ request: Request, _ context: AnswerContext) async throws -> Response {
        let identity = try await identity(request, context.client)
        guard let id = context.parameters.get("id").flatMap({ FileID($0) }),
            try await files.isReadable(id, for: Visitor(identity.user))
        else { throw HTTPRefusal.noSuchFile }
        let owner = FileAddress.Owner(user: identity.user, hasAccount: server.hasAccount(identity.user))
        let (query, until) = server.fileAddress.query(id, for: owner, at: server.clock.milliseconds())
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("path", "\(Self.path)\(id)?\(query)" as String?)
        writer.member("until", until)
        writer.endObject()
        return Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes)))
    }

    private func get(_ request: Request, _ context: AnswerContext) async throws -> Response {
        let download = try files.downloads.begin(at: context.client)
        guard let id = context.parameters.get("id").flatMap({ FileID($0) }) else { throw HTTPRefusal.noSuchFile }
        let reader = try await reader(request, id, context.client)
        guard let (record, bytes) = try await files.file(id, for: reader.visitor) else {
            throw HTTPRefusal.noSuchFile
        }
        let entityTag = record.entityTag
        var headers = Self.headers(of: record.attachment)
        headers[.eTag] = entityTag
        if let known = request.headers[.ifNoneMatch], Self.matches(known, entityTag) {
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers)
        }
        let size = record.attachment.size
        // A range applies to this version of the file, or to none (RFC 9110 section 13.1.5).
        let isSame = request.headers[.ifRange].map { $0 == entityTag } ?? true
        let field = request.method == .get && isSame ? request.headers[.range] : nil
        var part = 0...size - 1
        var status = HTTPResponse.Status.ok
        switch ByteRange(field, size: size) {
        case .whole: break
        case .part(let range):
            part = range
            status = .partialContent
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound)/\(size)"
        case .unsatisfiable:
            headers[.contentRange] = "bytes */\(size)"
            headers[.contentType] = nil
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
        headers[.contentLength] = String(part.upperBound - part.lowerBound + 1)
        guard request.method == .get else { return Response(status: status, headers: headers) }
        let body = try await body(bytes, part, reader, download)
        files.metrics.downloads.increment()
        return Response(status: status, headers: headers, body: body)
    }

    private func body(
        _ bytes: StoredBytes, _ part: ClosedRange<UInt64>, _ reader: FileReader,
        _ download: DownloadsUnderWay.Download
    ) async throws(HTTPRefusal) -> ResponseBody {
        switch bytes {
        case .file(let file): return body(file, part, reader, download)
        case .object(let objects, let place, let slot):
            guard let object = try await objects.get(place, part) else { throw .noSuchFile }
            return body(object, of: objects, slot, part, reader, download)
        }
    }

    /// Passes on what arrives from the object store, no faster than the client reads.
    private func body(
        _ object: ObjectBody, of objects: FileObjects, _ slot: DescriptorSlots.Slot, _ part: ClosedRange<UInt64>,
        _ reader: FileReader, _ download: DownloadsUnderWay.Download
    ) -> ResponseBody {
        let count = Int(part.upperBound - part.lowerBound + 1)
        return ResponseBody(contentLength: count) { writer in
            var left = count
            var reader = reader
            var parts = object.makeAsyncIterator()
            while left > 0 {
                let chunk: ByteBuffer?
                do { chunk = try await parts.next() } catch {
                    if !Task.isCancelled { objects.noteFailure(error) }
                    throw error
                }
                // As in a file of the folder: a truncated body must not be taken as complete.
                guard let chunk, chunk.readableBytes <= left else { throw HTTPRefusal.storageAway }
                left -= chunk.readableBytes
                try await reader.confirm()
                try await writer.write(chunk)
            }
            try await writer.finish(nil)
            withExtendedLifetime((slot, download)) {}
        }
    }

    private func body(
        _ file: OpenFile, _ part: ClosedRange<UInt64>, _ reader: FileReader,
        _ download: DownloadsUnderWay.Download
    ) -> ResponseBody {
        ResponseBody(contentLength: Int(part.upperBound - part.lowerBound + 1)) { [files] writer in
            var offset = part.lowerBound
            var reader = reader
            while offset <= part.upperBound {
                let count = Int(min(UInt64(Limits.filePartBytes), part.upperBound - offset + 1))
                let chunk = try await files.read(file, count, at: offset)
                // The bytes are gone. End the connection, so a truncated body is not taken as
                // complete.
                guard chunk.readableBytes == count else { throw HTTPRefusal.diskFailed }
                try await reader.confirm()
                try await writer.write(chunk)
                offset += UInt64(count)
            }
            try await writer.finish(nil)
            withExtendedLifetime(download) {}
        }
    }

    private static func headers(of attachment: Attachment) -> HTTPFields {
        var headers: HTTPFields = [
            .contentType: attachment.type, .acceptRanges: "bytes",
            // It may be cached, but must be revalidated each time: it may have been deleted.
            .cacheControl: "private, no-cache",
            .contentDisposition: Disposition.text(
                name: attachment.name, isShown: FileType.isShown(attachment.type)),
        ]
        headers[.contentSecurityPolicy] = "sandbox; default-src 'none'"
        return headers
    }

    /// Whether `If-None-Match` lists the entity tag. A field with more than
    /// ``Limits/listFieldBytes`` lists nothing.
    static func matches(_ field: String, _ entityTag: String) -> Bool {
        guard field.utf8.count <= Limits.listFieldBytes else { return false }
        return field == "*"
            || field.utf8.split(separator: UInt8(ascii: ",")).contains { item in
                let tag = item.drop { $0 == UInt8(ascii: " ") }
                return (tag.starts(with: "W/".utf8) ? tag.dropFirst(2) : tag).elementsEqual(entityTag.utf8)
            }
    }
}

extension FileRecord {
    /// Half of the digest. The content under an id never changes.
    fileprivate var entityTag: String { "\"" + digest.prefix(16).hexadecimal + "\"" }
}
