import ArgumentParser
import ChatRooms
import ChatSQLite
import ChatServer
import ChatWire
import Foundation

@available(macOS 15, *)
struct RoomCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "room", abstract: "List or delete rooms, make groups and invite links, and moderate.",
        discussion: """
            list and delete work on the data folder, also while the server runs. All others ask a running \
            server, as the user of a token or an API key, who may do there what the room's rules allow.
            """,
        subcommands: [
            ListRooms.self, DeleteRoom.self, CreateGroup.self, RoomSettingsCommand.self, ListMembers.self,
            InviteToRoom.self, AddToRoom.self, RemoveFromRoom.self, SetRoomRole.self, BanFromRoom.self,
            UnbanFromRoom.self, MuteInRoom.self, UnmuteInRoom.self, CreateLink.self, ListLinks.self, RevokeLink.self,
            ListDirectory.self,
        ])
}

struct ListRooms: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract:
            "Print each room's name, number of events, and newest event's time. The server may run."
    )

    @OptionGroup var words: SearchOption
    @OptionGroup var options: DataOption

    func run() throws {
        do throws(StoreError) {
            for room in try RoomList.read(options.paths, matching: WordSearch(words.search ?? "")) {
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
            The command works also while the server runs. Clients in the room are disconnected, connect \
            again, and find it empty. The room's messages, read marks and files are removed from the \
            disk; only a backup can bring them back. A message to a room of this name creates a new \
            room.
            """)

    @Argument(help: "The room's name.")
    var name: String

    @OptionGroup var options: DataOption

    func run() throws {
        let room = try RoomName(argument: name)
        let removed = try RemovalCommand(paths: options.paths).run(.deleteRoom(room))
        guard !removed.rooms.isEmpty else {
            // With the log in PostgreSQL, it is the running server that has no such room.
            let place = options.paths.logIsInPostgres ? "on this server" : "in \(options.paths.database)"
            throw CommandFailure("There is no room \(name) \(place).")
        }
        print("Deleted the room \(name): \(removed.events) events and \(removed.files) files.")
    }
}
