import ArgumentParser
import ChatRooms
import ChatSQL
import ChatSQLite
import ChatWire

struct Erase: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Erase one person's messages, reactions, files, names and read marks, also while the server runs.",
        discussion: """
            From then on the person's messages are shown as deleted, by "\(Erasure.name)". Their \
            numbers and the person's id stay, and so do the titles and topics of rooms that the person \
            wrote. An account stays with its name: the person closes it in a client, or the operator \
            with martlet account close. To find an id, see martlet account list, or \
            look for "user" in the output of martlet tail ROOM --json or martlet export. Backups, exports and the devices of \
            clients keep their copies. A person who is connected can write new messages, which stay. \
            Erasing can't be undone.
            """)

    @Argument(help: "The person's id, such as 2763C7A1-BB9E-F8B1-35BF-9885C4BB2A37.")
    var user: String

    @OptionGroup var options: DataOption

    func run() throws {
        guard let id = UserID(user) else {
            throw ValidationError("\(user) is not a user's id. An id has 8-4-4-4-12 hexadecimal digits.")
        }
        let isKnown = options.paths.logKnows(id) ?? RunningServer(paths: options.paths).knows(id)
        // Also if nothing was found: what the search may have missed is erased all the same.
        let removed = try RemovalCommand(paths: options.paths).run(.erase(id))
        guard isKnown != false || removed.events > 0 || removed.files > 0 else {
            throw CommandFailure(
                "This log knows nobody with the id \(id.text). Check it: see martlet account list, or look for \"user\" in the output of martlet tail ROOM --json."
            )
        }
        print(
            "Erased \(removed.messages) messages and \(removed.files) files; \(removed.events) events of this person stay, without text and name."
        )
    }
}
