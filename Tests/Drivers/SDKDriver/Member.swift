import ChatCore
import Foundation

/// One client, and the commands that it obeys.
struct Member: Sendable {
    let number: Int
    let client: ChatClient

    func enter() async throws {
        try await client.join(.lobby)
        try await client.start()
    }

    func obey(_ words: [String]) async throws {
        let argument = words.count > 1 ? words[1] : ""
        switch words.first {
        case "send": try await send(Int(words[2]) ?? 0, argument)
        case "file": try await sendFile(argument, words.dropFirst(2).joined(separator: " "))
        case "start": try await client.start()
        case "stop": try await client.stop()
        case "drain": try await drain()
        case "end": try await settle(.newest)
        case "top": try await top()
        case "around": try await settle(.around(Seq(UInt64(argument) ?? 1)))
        case "user": tell("user \(try await client.user().text)")
        case "group", "accept", "say", "ended": try await obeyInGroup(words)
        default: tell("unknown \(words.joined(separator: " "))")
        }
    }

    /// Sends texts, and prints each when it is accepted: from then on it must not be lost.
    private func send(_ count: Int, _ label: String) async throws {
        for index in 0..<count {
            let text = "\(label)/\(number)/\(index)"
            try await client.send(text, to: .lobby)
            tell("accepted \(text)")
        }
    }

    /// Sends the file at `path`, with its text.
    private func sendFile(_ text: String, _ path: String) async throws {
        try await client.send(file: URL(fileURLWithPath: path), text: text, to: .lobby)
        tell("accepted \(text)")
    }

    /// Waits until all messages have a final outcome, and prints those that failed.
    private func drain() async throws {
        for await items in try await client.outbox() {
            guard !items.contains(where: \.isPending) else { continue }
            for item in items {
                if case .failed(let error) = item.state, case .message(let text, _, _, _) = item.mutation {
                    tell("failed \(text) \(error.code.rawValue)")
                }
            }
            return
        }
    }

    /// Prints each message once and in order, from the room's first message on.
    func watch() async throws {
        try await client.show(.following(false), in: .lobby)
        var reader = LogReader(last: 0)
        for await state in try await client.conversationUpdates(in: .lobby) {
            let (messages, view) = reader.read(state.conversation.timeline)
            var lines = ""
            for event in messages {
                if case .message(let message) = event.content { lines += "event \(event.seq) \(message.text)\n" }
            }
            if !lines.isEmpty { FileHandle.standardOutput.write(Data(lines.utf8)) }
            if let view { try await client.show(view, in: .lobby) }
        }
    }

    /// Moves the window, and waits until it is there.
    private func settle(_ view: Timeline.View) async throws {
        try await client.show(view, in: .lobby)
        for await state in try await client.conversationUpdates(in: .lobby) {
            let timeline = state.conversation.timeline
            if case .newest = view, !timeline.reachedEnd { continue }
            if timeline.isLoaded, !timeline.isReading { return tellPlace(timeline) }
        }
    }

    /// Pages up to the beginning.
    private func top() async throws {
        var first = Seq.end
        for await state in try await client.conversationUpdates(in: .lobby) {
            let timeline = state.conversation.timeline
            if timeline.reachedStart { return tellPlace(timeline) }
            if timeline.isReading || timeline.first >= first { continue }
            first = timeline.first
            try await client.show(.older, in: .lobby)
        }
    }

    private func tellPlace(_ timeline: Timeline) {
        tell("shows \(timeline.first) \(timeline.end) \(timeline.events.count)")
    }
}
