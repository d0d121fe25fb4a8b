import ChatModel
import ChatWire

/// What the page is to do besides the effects of the client.
enum PageEffect {
    /// Go to the room: its address is the page's.
    case enter(RoomName)
    /// Go to a message of a room.
    case show(RoomName, Seq)
    /// What the menu of a message or a room offers. `id` is the message's number, or the room.
    case menu(id: String, [Sheet.Button])
    /// The user has left the room on the screen. `next` is the first of the other rooms.
    case left(next: RoomName?)
    /// A search of the directory is not allowed.
    case notFound(Ticket, WireError)
    /// Say why what the user asked for can't be done.
    case refuse(WireError)
    /// The people to whom the user may want to write: those whose names begin with the search, or
    /// all without one.
    case people([Author], search: String?)
    /// Tell all tabs of this browser who its user is.
    case remember(BrowserUser)
    /// Begin again, as the user that another tab has remembered.
    case reload

    func write(to writer: inout JSONWriter) {
        switch self {
        case .enter(let room): writer.effect("enter") { $0.member("room", room.text) }
        case .show(let room, let seq):
            writer.effect("show") {
                $0.member("room", room.text)
                $0.member("seq", seq)
            }
        case .menu(let id, let buttons):
            writer.effect("menu") {
                $0.member("id", id as String?)
                $0.write(buttons)
            }
        case .left(let next): writer.effect("left") { $0.member("next", next?.text) }
        case .notFound(let ticket, let error):
            writer.effect("found") {
                $0.member("ticket", ticket.text)
                $0.member("error", error.text)
            }
        case .refuse(let error): writer.effect("refuse") { $0.member("sentence", error.text) }
        case .people(let people, let search):
            writer.effect("people") {
                $0.member("people", people)
                $0.member("search", search)
            }
        case .remember(let user):
            writer.effect("remember") {
                $0.member("name", user.name)
                $0.member("token", user.token)
                $0.member("signingUp", user.isSigningUp)
            }
        case .reload: writer.effect("reload") { _ in }
        }
    }
}
