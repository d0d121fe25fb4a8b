import ChatCore
import ChatWire
import Testing

/// A connection of a transport, whose frames a test sends and reads one by one.
struct Talk {
    let connection: any TransportConnection
    private var events: AsyncStream<TransportEvent>.Iterator
    private var ref: UInt64 = 0

    init(_ transport: some Transport) async throws {
        connection = try await transport.connect()
        events = connection.events.makeAsyncIterator()
    }

    @discardableResult
    mutating func ask(_ request: ClientFrame.Request) async throws -> UInt64 {
        ref += 1
        try await connection.send(ClientFrame(ref: ref, request: request))
        return ref
    }

    mutating func say(_ text: String, number: UInt64) async throws {
        try await ask(.mutate(room: .lobby, number: number, after: nil, .message(text: text, reply: nil, payload: nil)))
    }

    /// Reads frames until `pick` returns something for one of them. The others are dropped.
    mutating func next<Picked: Sendable>(_ pick: (ServerFrame) -> Picked?) async throws -> Picked {
        while let event = await events.next() {
            if case .received(let frame) = event, let picked = pick(frame) { return picked }
        }
        throw Ended()
    }

    /// Says hello and joins the lobby.
    mutating func enter(_ name: String, token: String? = nil, device: DeviceID? = nil) async throws
        -> ServerFrame.Welcome
    {
        try await ask(.hello(.init(name: name, token: token, device: device, join: [.lobby])))
        let welcome = try await next { if case .welcome(_, let welcome) = $0 { welcome } else { nil } }
        _ = try await next { if case .joined = $0 { true } else { nil } }
        return welcome
    }

    mutating func event() async throws -> Event {
        try await next { if case .event(_, _, let event) = $0 { event } else { nil } }
    }

    mutating func sent() async throws -> Seq {
        try await next { if case .sent(_, _, _, let seq, _, _) = $0 { seq } else { nil } }
    }

    mutating func error() async throws -> WireError {
        try await next { if case .error(_, let error) = $0 { error } else { nil } }
    }

    /// Waits for the end of the connection: `.some(code)` with the close code, `.some(nil)` if it
    /// ended without one, and `nil` if the events ended without reporting it.
    mutating func closed() async -> CloseCode?? {
        while let event = await events.next() {
            if case .closed(let code) = event { return .some(code) }
        }
        return nil
    }

    struct Ended: Error {}
}

extension Event {
    var text: String? { if case .message(let message) = content { message.text } else { nil } }
}
