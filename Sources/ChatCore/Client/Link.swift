/// One attempt at a connection, from its opening to its end. Its tasks read, write in order, and close; all end with the connection.
struct Link {
    enum Happening: Sendable {
        case opened
        /// What came, in order. The last event of all is a `closed`.
        case events([TransportEvent])
    }

    private let connecting: Task<(any TransportConnection)?, Never>
    private let outgoing: AsyncStream<ClientFrame>.Continuation
    private let closing: AsyncStream<CloseCode>.Continuation

    /// - Parameter tell: told what happens, in order, also after ``close(_:)``.
    init(_ transport: any Transport, tell: @escaping @Sendable (Happening) async -> Void) {
        let (frames, outgoing) = AsyncStream.makeStream(
            of: ClientFrame.self, bufferingPolicy: .bufferingOldest(Limits.framesWaiting))
        let (codes, closing) = AsyncStream.makeStream(of: CloseCode.self, bufferingPolicy: .bufferingOldest(1))
        let connecting = Task { try? await transport.connect() }
        self.connecting = connecting
        self.outgoing = outgoing
        self.closing = closing
        Task {
            guard let connection = await connecting.value else { return await tell(.events([.closed(nil)])) }
            let writer = Task { await Link.write(frames, to: connection) }
            let closer = Task { await Link.end(connection, codes, writer) }
            await tell(.opened)
            await Link.read(connection, tell)
            outgoing.finish()
            closing.finish()
            await closer.value
        }
    }

    /// - Returns: whether the frame was taken; if not, the other end reads too slowly, and the link should be closed.
    func send(_ frame: ClientFrame) -> Bool {
        if case .dropped = outgoing.yield(frame) { return false }
        return true
    }

    /// Ends it: where that is normal, behind what was sent, otherwise at once.
    func close(_ code: CloseCode) {
        connecting.cancel()
        closing.yield(code)
        closing.finish()
        outgoing.finish()
    }

    private static func write(_ frames: AsyncStream<ClientFrame>, to connection: any TransportConnection) async {
        for await frame in frames {
            do { try await connection.send(frame) } catch { return }
        }
    }

    private static func end(
        _ connection: any TransportConnection, _ codes: AsyncStream<CloseCode>, _ writer: Task<Void, Never>
    ) async {
        var code = CloseCode.normal
        for await goodbye in codes { code = goodbye }
        if code == .normal {
            // Someone who reads no more must not keep the connection.
            let deadline = Task {
                try await Task.sleep(nanoseconds: UInt64(Limits.closeDeadline) * 1_000_000)
                await connection.close(code)
            }
            await writer.value
            deadline.cancel()
        }
        writer.cancel()
        await connection.close(code)
    }

    private static func read(
        _ connection: any TransportConnection, _ tell: @escaping @Sendable (Happening) async -> Void
    ) async {
        let inbox = Inbox()
        let teller = Task {
            while let events = await inbox.take() { await tell(.events(events)) }
        }
        var last = TransportEvent.closed(nil)
        for await event in connection.events {
            if case .closed = event {
                last = event
                break
            }
            await inbox.put(event)
        }
        await inbox.put(last)
        await inbox.finish()
        await teller.value
    }
}
