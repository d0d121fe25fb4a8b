import ArgumentParser
import ChatRooms
import ChatSQLite
import ChatServer
import ChatWire
import Foundation

struct RoomCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "room", abstract: "List the rooms of a server, or delete one.",
        subcommands: [ListRooms.self, DeleteRoom.self])
}

struct ListRooms: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract:
            "Print each room's name, number of events, and newest event's time. The server may run."
    )

    @OptionGroup var options: DataOption

    func run() throws {
        do throws(StoreError) {
            for room in try RoomList.read(options.paths) {
                let time = Date(timeIntervalSince1970: Double(room.newest) / 1_000)
                print("\(room.name.text)\t\(room.events)\t\(time.formatted(.iso8601))")
            }
        } catch {
            throw CommandFailure(error.description)
        }
    }
}

struct DeleteRoom: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a room and its content for good.",
        discussion: """
            The server must be stopped. The room's messages, read marks and files are removed from \
            the disk; only a backup can bring them back. A message to a room of this name creates a \
            new room. Clients read all rooms from the start.
            """)

    @Argument(help: "The room's name.")
    var name: String

    @OptionGroup var options: DataOption

    func run() throws {
        guard let room = RoomName(name) else {
            throw ValidationError("\(name) is not a room's name. Use a-z, 0-9, - and _.")
        }
        let paths = options.paths
        guard FileManager.default.fileExists(atPath: paths.database) else {
            throw CommandFailure("There is no database \(paths.database). Pass the server's data folder with --data.")
        }
        do {
            let store = try DataDirectory(paths.folder).openStore()
            let deleted = try store.delete(room)
            try store.close()
            guard let deleted else { throw CommandFailure("There is no room \(name) in \(paths.database).") }
            for place in deleted.files { try? FileManager.default.removeItem(atPath: paths.files + "/" + place.text) }
            print("Deleted the room \(name): \(deleted.events) events and \(deleted.files.count) files.")
        } catch let error as StoreError {
            throw CommandFailure(error.description)
        } catch let error as StartError {
            throw CommandFailure(error.description)
        }
    }
}
