import ChatCore
import ChatCoreNIO
import Foundation
import SupportMessages

// A support bot: it answers "help" with a menu, and answers when somebody presses a button of it.
// `SupportBot SERVER ROOM JOURNAL`
//
// It answers each message once, also after a crash. An answer is a reply, so its place is known: it
// is in the outbox until the server has it, and in the log from then on. The bot therefore reads to
// the end of the log before it answers, and leaves out messages that have its reply already. It
// ends with an error if the room refuses it or its log is lost; start it again then.

let arguments = CommandLine.arguments
guard arguments.count == 4, let address = ServerAddress(arguments[1]), let room = RoomName(arguments[2]) else {
    fatalError("usage: SupportBot SERVER ROOM JOURNAL")
}
let answers = [
    "hours": "We are here from 9 to 17 on workdays.",
    "returns": "You can return everything within 30 days.",
]
let menu = Menu(
    question: "How can we help?",
    buttons: [Menu.Button(id: "hours", title: "Opening hours"), Menu.Button(id: "returns", title: "Returns")])
let bot = ChatClient(
    transport: NIOTransport(address), storage: FileStorage(path: arguments[3]), name: "helpdesk",
    configuration: Chat.Configuration(catchUp: .everything))

/// The messages that have a reply of the bot: at first those whose reply waits in the outbox.
var answered = Set(
    try await bot.chat().outbox.items.compactMap { item in
        if case .message(_, let reply, _, _) = item.mutation { reply } else { nil }
    })
/// The messages of others that were read and not answered yet.
var unanswered: [Event] = []
var reader: LogReader?

try await bot.join(room)
try await bot.setFollowing(false, in: room)
let connection = try await bot.connectionStates()
Task {
    // Without this, the bot would wait forever for a server that refuses it.
    for await state in connection where state.connection.hasGivenUp {
        fatalError("The bot can't connect: \(state.connection.trouble.map { "\($0)" } ?? "")")
    }
}
try await bot.start()
for await state in try await bot.conversationUpdates(in: room) {
    let (conversation, timeline) = (state.conversation, state.conversation.timeline)
    if case .refused(let error) = conversation.membership { throw error }
    guard conversation.membership == .joined, let epoch = timeline.epoch, let me = state.identity?.user else {
        continue
    }
    if let log = reader?.position?.epoch, log != epoch {
        throw WireError(.otherLog, "The server has another log of \(room.text).")
    }
    if reader == nil {
        // Up to the read mark everything is answered.
        reader = LogReader(after: Position(epoch: epoch, seq: conversation.readMark ?? 0))
        print("The bot is in \(room.text).")
        fflush(nil)
    }
    guard let (messages, view) = reader?.read(timeline) else { continue }
    for event in messages {
        guard case .message(let message) = event.content else { continue }
        if event.author.user != me {
            unanswered.append(event)
        } else if let reply = message.reply {
            answered.insert(reply)
        }
    }
    if let view { try await bot.show(view, in: room) }
    // Replies of the bot may still come until the end of the log.
    guard reader?.position?.seq == timeline.head else { continue }
    do {
        while let event = unanswered.first {
            if !answered.contains(event.seq) { try await answer(event, as: me) }
            unanswered.removeFirst()
        }
    } catch let error as WireError where error.code == .notConnected {
        // The rest is answered when the room is joined again.
        continue
    }
    // The replies are on disk before the messages are marked as read.
    answered.removeAll()
    if timeline.head > conversation.readMark ?? 0 { try await bot.markRead(room, upTo: timeline.head) }
}

func answer(_ event: Event, as me: UserID) async throws {
    guard case .message(let message) = event.content else { return }
    if message.text.lowercased() == "help" {
        try await bot.send(menu, to: room, replyTo: event.seq)
        return
    }
    // A press, or the text of a button from a client that can't draw buttons.
    guard let seq = message.reply, let original = try await bot.message(seq, in: room), original.author.user == me,
        case .message(let asked) = original.content, let menu = asked.content(as: Menu.self)
    else { return }
    let pressed = message.content(as: Press.self)?.button
    guard let button = menu.buttons.first(where: { $0.id == pressed || $0.title == message.text }),
        let text = answers[button.id]
    else { return }
    // The reply comes last: it is what marks the press as answered. After a crash between the two,
    // the same edit is made again.
    try await bot.edit(seq, in: room, to: menu.pressed(button, by: event.author.name))
    try await bot.send(text, to: room, replyTo: event.seq)
}
