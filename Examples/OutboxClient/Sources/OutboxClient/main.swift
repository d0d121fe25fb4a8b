import ChatCore
import ChatCoreNIO
import Foundation

// Sends texts through an outbox on disk. `OutboxClient SERVER ROOM FOLDER TEXT…`
//
// Each text is on disk before anything is sent. If the server can't be reached, or this program is
// killed, the next run with the same folder sends the rest. Each text is in the room once. Without
// a TEXT the program sends only the texts of earlier runs. Exit code 75: texts wait for the next
// run.

let arguments = CommandLine.arguments
guard arguments.count >= 4, let address = ServerAddress(arguments[1]), let room = RoomName(arguments[2]) else {
    fatalError("usage: OutboxClient SERVER ROOM FOLDER TEXT…")
}
let client = ChatClient(
    transport: NIOTransport(address), storage: FileStorage(path: "\(arguments[3])/journal"), name: "outbox")
for text in arguments.dropFirst(4) {
    // Returns when the text is on disk.
    try await client.send(text, to: room)
}
/// The items that wait, in the order in which they are sent: the texts of earlier runs first.
let waiting = try await client.chat().outbox.items

// A client tries to connect forever. This program ends at the first failure.
let states = try await client.connectionStates()
Task {
    for await state in states where state.connection.trouble != nil { await client.shutDown() }
}
try await client.start()
var settled = 0
do {
    for item in waiting {
        let text = if case .message(let text, _, _, _) = item.mutation { text } else { "" }
        switch try await client.sending(item.ticket).settled() {
        case .sent(let message): print("\(message.seq) acknowledged: \(text)")
        case .failed(let error):
            print("refused: \(text): \(error.text)")
            // Otherwise it stays in the outbox, to be tried again.
            try await client.cancel(item.ticket)
        case .dropped: break
        }
        settled += 1
    }
} catch is CancellationError {
    print("No connection. Messages kept for the next run: \(waiting.count - settled)")
    exit(75)
}
await client.shutDown()
