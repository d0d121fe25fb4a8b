import ChatCore
import Foundation
import NIOConcurrencyHelpers

/// A chat without a screen: prints each message as a line and sends each line of its input. It ends
/// when all lines of the input are sent and printed.
struct PlainChat: Sendable {
    let client: ChatClient
    let transport: CommandTransport
    let room: RoomName

    private struct State {
        var printed: Seq = 0
        /// The last message that must be printed before the end; `nil` before all are sent.
        var last: Seq?
        /// The first failure: of a line, or of a reply.
        var failure: CommandFailure?
    }

    private let state = NIOLockedValueBox(State())

    init(client: ChatClient, transport: CommandTransport, room: RoomName) {
        self.client = client
        self.transport = transport
        self.room = room
    }

    func run() async throws {
        try await client.setFollowing(false, in: room)
        let connections = try await client.connectionStates()
        let states = try await client.conversationUpdates(in: room)
        let report = ConnectionReport(transport)
        try await client.start()
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Bool.self) { tasks in
            tasks.addTask {
                try await transport.watchTrust()
                return false
            }
            tasks.addTask {
                for await state in connections { try report.take(state.connection) }
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
        if let failure = state.withLockedValue(\.failure) { throw failure }
    }

    /// Calls `begin` when the earlier messages are printed. Returns `true` when the last message
    /// is.
    private func printMessages(
        _ states: StateUpdates<ConversationState>, begin: () -> Void
    ) async throws -> Bool {
        var reader = LogReader(last: Limits.printedMessages)
        for await state in states {
            if case .refused(let error) = state.conversation.membership { throw CommandFailure(error) }
            let (events, view) = reader.read(state.conversation.timeline)
            var bytes: [UInt8] = []
            for event in events {
                guard case .message(let message) = event.content else { continue }
                let text = message.line { transport.files?.url(of: $0)?.absoluteString }
                Line.message(name: event.author.name, text: text).write(to: &bytes)
            }
            try StandardOutput.write(bytes)
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
        var last: Seq = 0
        func settle(_ sending: Sending) async throws {
            switch try await sending.settled() {
            case .sent(let message): last = max(last, message.seq)
            case .failed(let error): failed(CommandFailure(error))
            case .dropped: break
            }
        }
        for item in try await client.chat().outbox.items where item.room == room && item.isPending {
            sendings.append(client.sending(item.ticket))
        }
        let lines = InputLines()
        for await line in lines.stream {
            lines.taken()
            if sendings.count >= Limits.inputSends { try await settle(sendings.removeFirst()) }
            do {
                let text = try line.get()
                if text.allSatisfy(\.isWhitespace) { continue }
                sendings.append(try await client.send(text, to: room))
            } catch let error as WireError {
                failed(CommandFailure(error))
            } catch let error as CommandFailure {
                failed(error)
            }
        }
        for sending in sendings { try await settle(sending) }
        return state.withLockedValue { [last] state in
            state.last = last
            return last <= state.printed
        }
    }

    /// A line was refused. The others are sent and printed before the command fails.
    private func failed(_ failure: CommandFailure) {
        state.withLockedValue { $0.failure = $0.failure ?? failure }
    }
}
