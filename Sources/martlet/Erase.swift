import ArgumentParser
import ChatRooms
import ChatSQLite
import ChatWire

struct Erase: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Take one person's messages, reactions, files, names and read marks out of a data folder on which no server runs.",
        discussion: """
            The person's messages are shown as deleted from then on, by "\(Erasure.name)". The id of the person, under which nothing else is kept, \
            stays with them, and so does every number. The id stands in martlet export as "user". Backups, exports and what \
            clients have on their devices keep what they have. It can't be undone.
            """)

    @Argument(help: "The person's id, such as 2763C7A1-BB9E-F8B1-35BF-9885C4BB2A37.")
    var user: String

    @OptionGroup var options: DataOption

    func run() throws {
        guard let id = UserID(user) else {
            throw ValidationError("\(user) is not a user's id: a UUID of 8-4-4-4-12 hexadecimal digits.")
        }
        do throws(StoreError) {
            let summary = try Erasure.run(id, in: options.paths)
            print(
                "Erased \(summary.messages) messages and \(summary.files) files; \(summary.events) events of this person are left without text and name."
            )
        } catch {
            throw CommandFailure(error.description)
        }
    }
}
