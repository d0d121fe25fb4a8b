/// One attempt at a connection, from its opening to its end: a task that reads, and one that writes in order.
///
/// Both end when the transport does, and when the link is closed.
struct Link {
    enum Happening: Sendable {
        case opened
        case event(TransportEvent)
    }

    private enum Outgoing: Sendable {
        case frame(ClientFrame)
        case close(CloseCode)
    }

    private let outgoing: AsyncStream<Outgoing>.Continuation
    private let task: Task<Void, Never>

    /// - Parameter tell: told what happens, in order; the last is `.event(.closed)`.
    init(_ transport: any Transport, tell: @escaping @Sendable (Happening) async -> Void) {
        let (frames, outgoing) = AsyncStream.makeStream(
            of: Outgoing.self, bufferingPolicy: .bufferingOldest(Limits.framesWaiting))
        self.outgoing = outgoing
        task = Task {
            let code = await Link.live(transport, frames, outgoing, tell)
            await tell(.event(.closed(code)))
        }
    }

    /// - Returns: whether the frame was taken; if not, the other end reads too slowly, and the link should be closed.
    func send(_ frame: ClientFrame) -> Bool {
        if case .dropped = outgoing.yield(.frame(frame)) { return false }
        return true
    }

    /// Says goodbye behind everything that was sent, and ends.
    func close(_ code: CloseCode) {
        if case .dropped = outgoing.yield(.close(code)) { task.cancel() }
        outgoing.finish()
        // An attempt that has no connection yet has nobody to say goodbye to.
        task.cancel()
    }

    private static func live(
        _ transport: any Transport, _ frames: AsyncStream<Outgoing>, _ outgoing: AsyncStream<Outgoing>.Continuation,
        _ tell: @Sendable (Happening) async -> Void
    ) async -> CloseCode? {
        guard let connection = try? await transport.connect() else { return nil }
        // Not a child of this task: what was sent before a goodbye leaves although this task is cancelled by then.
        let writer = Task { await write(frames, to: connection) }
        await tell(.opened)
        let code = await read(connection, tell)
        outgoing.finish()
        await writer.value
        return code
    }

    private static func read(
        _ connection: any TransportConnection, _ tell: @Sendable (Happening) async -> Void
    ) async -> CloseCode? {
        for await event in connection.events {
            if case .closed(let code) = event { return code }
            await tell(.event(event))
        }
        return nil
    }

    private static func write(_ frames: AsyncStream<Outgoing>, to connection: any TransportConnection) async {
        for await outgoing in frames {
            switch outgoing {
            case .frame(let frame): try? await connection.send(frame)
            case .close(let code): return await connection.close(code)
            }
        }
        await connection.close(.normal)
    }
}
