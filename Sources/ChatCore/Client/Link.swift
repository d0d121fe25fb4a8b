/// One connection attempt, from opening to end. Its tasks read, write in order, and close; all of
/// them end with the connection.
struct Link {
    enum Happening: Sendable {
        case opened
        /// Events in the order of their arrival. The connection's last event is `closed`.
        case events([TransportEvent])
    }

    private let connecting: Task<(any TransportConnection)?, Never>
    private let outgoing: AsyncStream<ClientFrame>.Continuation
    private let closing: AsyncStream<CloseCode>.Continuation

    /// Opens the connection.
    ///
    /// - Parameter tell: Gets everything that happens, in order, even after ``close(_:)``.
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

    /// Queues a frame.
    ///
    /// - Returns: Whether it was queued. If not, the server reads too slowly: close the link.
    func send(_ frame: ClientFrame) -> Bool {
        if case .dropped = outgoing.yield(frame) { return false }
        return true
    }

    /// Closes the link: for a normal close behind the queued frames, otherwise at once.
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
            // A server that stops reading must not keep the connection open.
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
