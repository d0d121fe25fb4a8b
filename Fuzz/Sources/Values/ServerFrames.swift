import FuzzSupport
import ChatModel
import ChatWire

/// Frames of Martlet v1 as the SDK reads them, one a line: what was read is written so that it is
/// read as the same, and a client takes whatever a server says.
enum ServerFrames {
    static func run(_ bytes: [UInt8]) {
        var input = FuzzInput(bytes)
        var client = HostileWelcome()
        while !input.isEmpty {
            guard let frame = try? ServerFrame(json: input.line()) else { continue }
            let text = written(frame)
            guard let again = try? ServerFrame(json: text) else { return require(false, "a written frame can be read") }
            require(written(again) == text, "a frame is written in one way")
            client.hear(frame)
        }
    }

    private static func written(_ frame: ServerFrame) -> [UInt8] {
        var writer = JSONWriter()
        frame.write(to: &writer)
        return writer.bytes
    }
}

/// A client that is connected and in a room, and hears anything.
private struct HostileWelcome {
    private var chat = Chat(device: DeviceID(high: 7, low: 7), name: "ann", token: nil)
    private var now = Now(monotonic: 0, wall: 1_795_223_116_000, random: 1)

    init() {
        for input in [Input.join(.lobby), .start, .opened] { tell(input) }
        for number in 0..<3 as Range<UInt64> {
            tell(.perform(.message(text: "\(number)", reply: nil, payload: nil), in: .lobby, ticket: Ticket(number)))
        }
    }

    mutating func hear(_ frame: ServerFrame) {
        tell(.received(frame))
        _ = chat.rows(of: .lobby)
        require(chat.conversations[.lobby]?.timeline.events.count ?? 0 <= Limits.timelineWindow, "a window is bounded")
    }

    private mutating func tell(_ input: Input) {
        now.monotonic += 1
        now.random &*= 0x9E37_79B9_7F4A_7C15
        _ = chat.handle(input, at: now)
    }
}
