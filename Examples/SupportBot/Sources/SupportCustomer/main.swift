import ChatCore
import ChatCoreNIO
import SupportMessages

// The customer's side: asks for help, presses a button of the menu, and prints the answer.
// `SupportCustomer SERVER ROOM BUTTON`

let arguments = CommandLine.arguments
guard arguments.count == 4, let address = ServerAddress(arguments[1]), let room = RoomName(arguments[2]) else {
    fatalError("usage: SupportCustomer SERVER ROOM BUTTON")
}
let customer = ChatClient(transport: NIOTransport(address), name: "ann")
try await customer.join(room)
try await customer.start()

let help = try await customer.send("help", to: room).waitUntilSent().seq
var menu: Seq?
var press: Seq?
for try await logged in customer.messages(in: room, after: help) {
    guard case .message(let message) = logged.event.content, let reply = message.reply else { continue }
    if reply == help, let content = message.content(as: Menu.self) {
        guard let button = content.buttons.first(where: { $0.id == arguments[3] }) else {
            fatalError("The menu has no button \(arguments[3]).")
        }
        menu = logged.seq
        press = try await customer.send(Press(button), to: room, replyTo: logged.seq).waitUntilSent().seq
    } else if reply == press {
        print("answer: \(message.text)")
        break
    }
}
// The bot has edited its menu before it answered.
if let menu, case .message(let edited) = try await customer.message(menu, in: room)?.content,
    let chosen = edited.content(as: Menu.self)?.chosen
{
    print("menu: \(edited.text) (button \(chosen.button))")
}
await customer.shutDown()
