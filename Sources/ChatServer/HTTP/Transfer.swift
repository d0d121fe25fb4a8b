import ChatWire
import HTTPTypes
import Hummingbird
import NIOCore

/// Connects a request with the handler that watches over its connection.
struct Transfer: Sendable {
    let channel: any Channel

    func beginUpload(expectsContinue: Bool) async throws {
        try await onHandler { $0.beginUpload(expectsContinue: expectsContinue) }
    }

    func endUpload() async throws -> HTTPRefusal? { try await onHandler { $0.endUpload() } }

    /// Callable from any thread.
    @Sendable
    func giveWay() {
        channel.eventLoop.execute { [channel] in
            try? channel.pipeline.syncOperations.handler(type: TransferHandler.self).giveWay()
        }
    }

    private func onHandler<Value: Sendable>(_ body: @escaping @Sendable (TransferHandler) -> Value) async throws
        -> Value
    {
        try await channel.eventLoop.submit { [channel] in
            body(try channel.pipeline.syncOperations.handler(type: TransferHandler.self))
        }.get()
    }
}

extension Transfer {
    /// The whole body of a request, at most `limit` bytes, at the minimum rate of an upload.
    func body(of request: Request, limit: Int) async throws -> [UInt8] {
        try await beginUpload(expectsContinue: request.headers[.expect]?.lowercased() == "100-continue")
        var bytes: [UInt8] = []
        var isTooLong = false
        do {
            for try await part in request.body {
                isTooLong = bytes.count + part.readableBytes > limit
                if isTooLong { break }
                bytes += part.readableBytesView
            }
        } catch {
            if let cut = try await endUpload() { throw cut }
            throw error
        }
        if let cut = try await endUpload() { throw cut }
        guard !isTooLong else {
            throw HTTPRefusal(
                .contentTooLarge, WireError(.badRequest, "The body of this request has at most \(limit) bytes."))
        }
        return bytes
    }
}
