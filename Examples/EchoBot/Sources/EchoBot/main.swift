import ChatCore
import ChatCoreNIO

// A bot: answers every message that begins with "echo ". `EchoBot SERVER ROOM JOURNAL`
//
// Its answers are replies, which the journal keeps until the server has them. Messages that came
// while the bot was away are answered when it comes back. If it is killed between an answer and the
// read mark, it answers that message again.

let arguments = CommandLine.arguments
guard arguments.count == 4, let address = ServerAddress(arguments[1]), let room = RoomName(arguments[2]) else {
    fatalError("usage: EchoBot SERVER ROOM JOURNAL")
}
let bot = ChatClient(
    transport: NIOTransport(address), storage: FileStorage(path: arguments[3]), name: "echo",
    configuration: .init(catchUp: .everything))
try await bot.join(room)
try await bot.show(.following(false), in: room)
try await bot.start()

var reader = LogReader(last: Limits.timelineWindow)
for await state in try await bot.states(of: room) {
    guard let mark = state.conversation.readMark else { continue }
    let (messages, view) = reader.read(state.conversation.timeline)
    for event in messages where event.seq > mark && event.author.user != state.identity?.user {
        // The answer is on disk before the message is marked as read.
        if let answer = answer(to: event) { try await bot.send(answer, to: room, replyTo: event.seq) }
        try await bot.markRead(room, upTo: event.seq)
    }
    if let view { try await bot.show(view, in: room) }
}

func answer(to event: Event) -> String? {
    guard case .message(let message) = event.content, message.text.hasPrefix("echo ") else { return nil }
    return "\(event.author.name) said: \(message.text.dropFirst("echo ".count))"
}
