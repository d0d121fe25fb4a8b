import ChatCore
import ChatCoreNIO
import Foundation

// Sends texts by way of an outbox on disk. `OutboxClient SERVER ROOM FOLDER TEXT…`
//
// Each text is on disk before anything is sent. What the server does not acknowledge, because it is
// away or this program is killed, is sent by the next run with the same folder, and is in the room
// once. Without a TEXT it sends only what waits. Exit code 75: something waits for the next run.

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
/// What waits, in the order in which it is sent: the texts of earlier runs first.
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
