import ChatCore

/// What a key asks for beyond the screen.
package enum Intent: Hashable, Sendable {
    /// An input for the client.
    case input(Input)
    /// A change of a room. If the client does not accept it, `written` goes back into the composer,
    /// by ``Interface/giveBack(_:because:)``.
    case perform(Mutation, in: RoomName, written: Written?)
    /// Send a failed message or change again.
    case retry(Ticket)
    /// Enter a room; a group by the code of an invite link, if there is one.
    case join(RoomName, by: InviteCode?, written: Written)
    /// Leave an open room, or a group that the user is no member of any more.
    case leave(RoomName)
    /// Make a group and show it.
    case group(title: String, written: Written)
    /// Open the direct room with a person, and send the text there if there is one.
    case message(Author, text: String, written: Written)
    /// Send a file on this machine.
    case file(path: String, text: String?, RoomName, reply: Seq?)
    /// Save a message's file on this machine.
    case save(Row.File)
    /// Ask the server about the user's account. ``Interface/take(_:chat:)`` takes the answer.
    case account(AccountRequest)
    /// Ask the server. ``Interface/take(_:to:chat:)`` takes the reply.
    case ask(Question)
    /// Write this text in the user's own editor.
    case edit(String)
    case redraw
    case suspend
    case quit

    /// What the user has written in a composer: a text or a command.
    package struct Written: Hashable, Sendable {
        /// The room of the composer; `nil` for the composer that is there before a room is open.
        package var room: RoomName?
        package var text: String
        package var purpose = Interface.Purpose.new
    }
}
