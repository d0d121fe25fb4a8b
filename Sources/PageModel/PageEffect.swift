import ChatWire

/// What the page is to do besides the effects of the client.
enum PageEffect {
    /// Go to the room: its address is the page's.
    case enter(RoomName)
    /// The user has left the room on the screen: go to another one, or to the list.
    case left(next: RoomName)
    /// Say why what the user asked for can't be done.
    case refuse(WireError)
    /// The people to whom the user may want to write.
    case people([Author])

    func write(to writer: inout JSONWriter) {
        switch self {
        case .enter(let room): writer.effect("enter") { $0.member("room", room.text) }
        case .left(let next): writer.effect("left") { $0.member("next", next.text) }
        case .refuse(let error): writer.effect("refuse") { $0.member("sentence", error.text) }
        case .people(let people): writer.effect("people") { $0.member("people", people) }
        }
    }
}
