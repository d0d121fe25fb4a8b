import ChatCore
import Foundation
import NIOConcurrencyHelpers

/// A chat without a screen: prints each message as a line and sends each line of its input. It ends
/// when all lines of the input are sent and printed.
struct PlainChat: Sendable {
    let client: ChatClient
    let transport: CommandTransport
    let room: RoomName

    /// How many sent lines may wait for their replies.
    private static let together = 100
    /// How many earlier messages are printed first.
    private static let last = 10

    private struct State {
        var printed: UInt64 = 0
        /// The last message that must be printed before the end; `nil` before all are sent.
        var last: UInt64?
    }

    private let state = NIOLockedValueBox(State())

    init(client: ChatClient, transport: CommandTransport, room: RoomName) {
        self.client = client
        self.transport = transport
        self.room = room
    }

    func run() async throws {
        try await client.show(.following(false), in: room)
        let connections = try await client.connectionStates()
        let states = try await client.states(of: room)
        try await client.start()
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Bool.self) { tasks in
            tasks.addTask {
                try await transport.watchTrust()
                return false
            }
            tasks.addTask {
                for await state in connections {
                    if state.connection.hasGivenUp, let trouble = state.connection.trouble {
                        throw CommandFailure(trouble)
                    }
                }
                return false
            }
            tasks.addTask { try await printMessages(states) { begin.finish() } }
            tasks.addTask {
                // The lines that are sent do not count among the earlier messages.
                for await _ in begun {}
                return try await sendInput()
            }
            while let isOver = try await tasks.next() {
                if isOver { break }
            }
            tasks.cancelAll()
        }
    }

    /// Calls `begin` when the earlier messages are printed. Returns `true` when the last message
    /// is.
    private func printMessages(
        _ states: AsyncStream<ConversationState>, begin: () -> Void
    ) async throws -> Bool {
        var reader = LogReader(last: Self.last)
        for await state in states {
            if case .refused(let error) = state.conversation.membership { throw CommandFailure(error) }
            let (events, view) = reader.read(state.conversation.timeline)
            var bytes: [UInt8] = []
            for event in events {
                guard case .message(let message) = event.content else { continue }
                let text = message.line { transport.files?.url(of: $0)?.absoluteString }
                Line.message(name: event.author.name, text: text).write(to: &bytes)
            }
            FileHandle.standardOutput.write(Data(bytes))
            let position = reader.position?.seq ?? 0
            let isOver = self.state.withLockedValue { state in
                state.printed = position
                return state.last.map { $0 <= position } ?? false
            }
            if isOver { return true }
            if reader.position != nil { begin() }
            if let view { try await client.show(view, in: room) }
        }
        return false
    }

    /// Sends the lines of the input. Returns `true` if everything is printed as well.
    private func sendInput() async throws -> Bool {
        var sendings: [Sending] = []
        var last: UInt64 = 0
        var failure: CommandFailure?
        func settle(_ sending: Sending) async throws {
            switch try await sending.settled() {
            case .sent(let seq, _, _): last = max(last, seq)
            case .failed(let error): failure = failure ?? CommandFailure(error)
            case .dropped: break
            }
        }
        for item in try await client.chat().outbox.items where item.room == room && item.isPending {
            sendings.append(client.sending(item.ticket))
        }
        let lines = InputLines()
        for await line in lines.stream {
            lines.taken()
            if line.allSatisfy(\.isWhitespace) { continue }
            if sendings.count >= Self.together { try await settle(sendings.removeFirst()) }
            do { sendings.append(try await client.send(line, to: room)) } catch let error as WireError {
                failure = failure ?? CommandFailure(error)
            }
        }
        for sending in sendings { try await settle(sending) }
        if let failure { throw failure }
        return state.withLockedValue { [last] state in
            state.last = last
            return last <= state.printed
        }
    }
}

/// The lines of standard input, read by a thread of its own.
private struct InputLines {
    let stream: AsyncStream<String>
    private let places = DispatchSemaphore(value: 1_000)

    init() {
        let (stream, sink) = AsyncStream.makeStream(of: String.self)
        self.stream = stream
        Thread.detachNewThread { [places] in
            while let line = readLine() {
                places.wait()
                sink.yield(line)
            }
            sink.finish()
        }
    }

    /// A line was taken: the thread may read another.
    func taken() { places.signal() }
}
