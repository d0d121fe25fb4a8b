import ChatCore
import ChatCoreNIO

// A bot: answers every message that begins with "echo ". `EchoBot SERVER ROOM JOURNAL`
//
// Its answers are replies, which the journal keeps until the server has them. Messages that came
// while the bot was away are answered when it comes back. If it is killed between an answer and the
// read mark, it answers that message again. It ends if the server has lost the room's log; started
// again, it goes on at its read mark in the new one.

let arguments = CommandLine.arguments
guard arguments.count == 4, let address = ServerAddress(arguments[1]), let room = RoomName(arguments[2]) else {
    fatalError("usage: EchoBot SERVER ROOM JOURNAL")
}
let bot = ChatClient(transport: NIOTransport(address), storage: FileStorage(path: arguments[3]), name: "echo")
try await bot.join(room)
try await bot.start()

// The read mark says how far the bot has answered. The server keeps it, too.
try await bot.waitUntilJoined(room)
let answered = try await bot.chat().conversations[room]?.readMark ?? 0
for try await message in bot.messages(in: room, after: answered) {
    if message.author.user == (try await bot.chat().identity?.user) { continue }
    // The answer is on disk before the message is marked as read.
    if let answer = answer(to: message) { try await bot.send(answer, to: room, replyTo: message.seq) }
    try await bot.markRead(room, upTo: message.seq)
}

func answer(to message: LoggedMessage) -> String? {
    guard let text = message.text, text.hasPrefix("echo ") else { return nil }
    return "\(message.author.name) said: \(text.dropFirst("echo ".count))"
}
