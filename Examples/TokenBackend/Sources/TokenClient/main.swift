import ChatCore
import ChatCoreNIO
import Foundation

// The app of the backend's user: connects with a token of the backend, and sends a text.
// `TokenClient BACKEND SESSION SERVER ROOM TEXT`

let arguments = CommandLine.arguments
guard arguments.count == 6, let backend = URL(string: arguments[1])?.appendingPathComponent("chat-token"),
    let address = ServerAddress(arguments[3]), let room = RoomName(arguments[4])
else { fatalError("usage: TokenClient BACKEND SESSION SERVER ROOM TEXT") }
let client = ChatClient(
    transport: NIOTransport(address), tokens: BackendTokens(address: backend, session: arguments[2]))
try await client.start()
for await state in try await client.connectionStates() {
    if state.connection.trouble == .unauthenticated {
        print("The backend has no such session: sign in again.")
        exit(1)
    }
    guard state.phase == .connected, let identity = state.identity else { continue }
    print("connected as \(identity.name)")
    break
}
switch try await client.send(arguments[5], to: room).settled() {
case .sent(let message): print("sent as message \(message.seq)")
case .failed(let error): print("not sent: \(error.text)")
case .dropped: break
}
await client.shutDown()
