import AsyncHTTPClient
import ChatServer
import ChatWire
import Crypto
import NIOCore
import NIOHTTP1

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A bucket of S3, or of a service with its interface, for the files of one server.
///
/// A file has 25 MiB at most, so each object is written by one request: it is in the bucket
/// completely or not at all. The service compares the bytes with their SHA-256.
public final class S3Bucket: ObjectStore {
    /// The bucket's address.
    public let address: S3Address
    private let signature: SignatureV4
    private let client: HTTPClient

    /// Creates the bucket's client. It sends no request. End it with ``shutdown()``.
    public init(_ address: S3Address, _ credentials: S3Credentials) {
        self.address = address
        signature = SignatureV4(credentials: credentials, region: address.region)
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(
                connect: .milliseconds(Limits.objectAnswer), read: .milliseconds(Limits.objectSilence)))
        configuration.httpVersion = .http1Only
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = Limits.objectConnections
        // The server's own retry times hold.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Closes all connections. No request may be under way.
    public func shutdown() async { try? await client.shutdown() }

    /// Checks that the bucket can be used, and that its files belong to this server: the search for
    /// leftovers would delete another server's files.
    ///
    /// - Parameter key: bytes that the server keeps as long as its log
    public func claim(owner key: [UInt8]) async throws(S3Failure) {
        let owner = SHA256.hash(data: Data("martlet files".utf8 + key)).hexadecimal
        // S3 answers 403 and not 404 for a missing object if the key may not list the bucket. So
        // this right is checked first.
        try await ask()
        let name = Self.ownerName
        guard let known = try await text(of: name) else { return try await put(name, ByteBuffer(string: owner)) }
        guard known == owner else {
            throw S3Failure(
                "The \(address.place) has the files of another server under \(address.prefix)\(name). Choose another prefix in --files. If they are this server's, and only its token key was replaced, delete that object."
            )
        }
    }

    /// Makes sure that the bucket answers, and accepts the credentials.
    public func ask() async throws(S3Failure) { _ = try await list(nil, most: 1) }

    static let ownerName = "martlet-server"

    // MARK: - Objects

    /// Writes an object. See ``ObjectStore``.
    public func put(
        _ name: String, size: UInt64, digest: [UInt8],
        read: @escaping @Sendable (_ count: Int, _ offset: UInt64) async throws -> ByteBuffer
    ) async throws {
        let parts = FileParts(size: size, read: read)
        let seconds = Int64(clamping: size) / Limits.objectBytesPerSecond
        try await send(
            .PUT, name, headers: [("Content-Type", "application/octet-stream")],
            body: .stream(parts, length: .known(Int64(clamping: size))), digest: digest.hexadecimal,
            deadline: Limits.objectAnswer + seconds * 1_000)
    }

    private func put(_ name: String, _ bytes: ByteBuffer) async throws(S3Failure) {
        try await send(.PUT, name, body: .bytes(bytes), digest: bytes.sha256)
    }

    /// Begins to read an object. See ``ObjectStore``.
    public func get(_ name: String, _ part: ClosedRange<UInt64>) async throws -> ObjectBody? {
        let range = "bytes=\(part.lowerBound)-\(part.upperBound)"
        do throws(S3Failure) {
            let response = try await answer(.GET, name, headers: [("Range", range)])
            // A service may ignore Range (RFC 9110, section 14.2), and answer with other bytes.
            let begins = response.headers.first(name: "Content-Range")?.hasPrefix("bytes \(part.lowerBound)-")
            guard response.status == .partialContent, begins == true else {
                throw S3Failure(
                    "The \(address.place) answers with other bytes than it is asked for. "
                        + "Use a service that supports Range.")
            }
            return ObjectBody(response.body)
        } catch {
            if error.isMissing { return nil }
            throw error
        }
    }

    /// Deletes an object. See ``ObjectStore``.
    public func delete(_ name: String) async throws {
        do throws(S3Failure) {
            try await send(.DELETE, name)
        } catch {
            guard error.isMissing else { throw error }
        }
    }

    /// A page of the objects' names. See ``ObjectStore``.
    public func page(_ token: String?) async throws -> ObjectPage { try await list(token, most: Limits.objectsInPage) }

    private func list(_ token: String?, most: Int) async throws(S3Failure) -> ObjectPage {
        var query = [("list-type", "2"), ("max-keys", "\(most)"), ("prefix", address.prefix)]
        if let token { query.append(("continuation-token", token)) }
        let response = try await answer(.GET, "", in: "", query: query)
        let answer = S3Answer(try await collect(response).readableBytesView)
        var page = ObjectPage()
        for name in answer.values("Key") where name.hasPrefix(address.prefix) {
            page.names.append(String(name.dropFirst(address.prefix.count)))
        }
        guard answer.first("IsTruncated") == "true" else { return page }
        guard let next = answer.first("NextContinuationToken"), next != token else {
            throw S3Failure("The \(address.place) answered with a list that Martlet does not understand.")
        }
        page.next = next
        return page
    }

    /// The text of a small object; `nil` if there is none.
    private func text(of name: String) async throws(S3Failure) -> String? {
        do throws(S3Failure) {
            return String(buffer: try await collect(try await answer(.GET, name)))
        } catch {
            if error.isMissing { return nil }
            throw error
        }
    }

    // MARK: - Requests

    /// Sends a request, and reads its answer to the end.
    private func send(
        _ method: HTTPMethod, _ name: String, headers: [(String, String)] = [],
        body: HTTPClientRequest.Body? = nil, digest: String = SignatureV4.emptyDigest,
        deadline: Int64 = Limits.objectAnswer
    ) async throws(S3Failure) {
        _ = try await collect(
            try await answer(method, name, headers: headers, body: body, digest: digest, deadline: deadline))
    }

    /// Sends a request, and returns its answer if that is a success.
    ///
    /// - Parameters:
    ///   - prefix: of the object's name; `nil` for the address's
    ///   - deadline: milliseconds until the answer begins
    private func answer(
        _ method: HTTPMethod, _ name: String, in prefix: String? = nil, query: [(String, String)] = [],
        headers: [(String, String)] = [], body: HTTPClientRequest.Body? = nil,
        digest: String = SignatureV4.emptyDigest, deadline: Int64 = Limits.objectAnswer
    ) async throws(S3Failure) -> HTTPClientResponse {
        // Without a character that needs an escape: see `S3Address`.
        let path = address.root + (prefix ?? address.prefix) + name
        let target = query.isEmpty ? path : path + "?" + SignatureV4.text(query)
        var request = HTTPClientRequest(url: address.base + target)
        request.method = method
        request.headers = HTTPHeaders(
            signature.headers(
                method.rawValue, path, query: query, headers: [("Host", address.host)] + headers, digest: digest,
                at: Date()))
        request.body = body
        let response = try await execute(request, deadline)
        guard !(200...299).contains(response.status.code) else { return response }
        let text = (try? await response.body.collect(upTo: Limits.objectAnswerBytes)) ?? ByteBuffer()
        throw S3Failure(
            address, response.status.code, S3Answer(text.readableBytesView), date: response.headers.first(name: "Date"))
    }

    private func execute(_ request: HTTPClientRequest, _ deadline: Int64) async throws(S3Failure) -> HTTPClientResponse
    {
        do {
            do {
                return try await client.execute(request, timeout: .milliseconds(deadline))
            } catch let error as HTTPClientError where error == .remoteConnectionClosed {
                // A connection that was idle may have been closed at the other end just now. Every
                // request can be sent twice.
                return try await client.execute(request, timeout: .milliseconds(deadline))
            }
        } catch {
            throw S3Failure(address, error)
        }
    }

    private func collect(_ response: HTTPClientResponse) async throws(S3Failure) -> ByteBuffer {
        do {
            return try await response.body.collect(upTo: Limits.objectAnswerBytes)
        } catch {
            throw S3Failure(address, error)
        }
    }
}

/// A file in parts, each read when the connection has room for it.
private struct FileParts: AsyncSequence, Sendable {
    let size: UInt64
    let read: @Sendable (_ count: Int, _ offset: UInt64) async throws -> ByteBuffer

    struct Iterator: AsyncIteratorProtocol {
        let parts: FileParts
        var offset: UInt64 = 0

        mutating func next() async throws -> ByteBuffer? {
            guard offset < parts.size else { return nil }
            let part = try await parts.read(Int(Swift.min(parts.size - offset, UInt64(Limits.filePartBytes))), offset)
            guard part.readableBytes > 0 else {
                throw S3Failure("The file was truncated while it was being uploaded. Upload it again.")
            }
            offset += UInt64(part.readableBytes)
            return part
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(parts: self) }
}

extension ByteBuffer {
    /// The SHA-256 of the bytes, in hexadecimal digits.
    fileprivate var sha256: String { SHA256.hash(data: Data(readableBytesView)).hexadecimal }
}
