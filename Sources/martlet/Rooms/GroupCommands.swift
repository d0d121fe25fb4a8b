import ArgumentParser
import ChatCore
import ChatWire
import Foundation

@available(macOS 15, *)
struct CreateGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make a group, and print its name. The user of the token owns it.",
        discussion: "Its people find it in their list of rooms. With the name it can be given to the other commands.")

    @OptionGroup var settings: SettingsOptions
    @Option(help: ArgumentHelp("The user id of somebody to invite. Repeat the option for more.", valueName: "person"))
    var invite: [String] = []
    @OptionGroup var server: RoomServer

    func run() async throws {
        let people = try invite.map { try UserID(argument: $0) }
        let (change, call, room) = (try settings.change(), try server.open(), RoomName.newGroup())
        try await call.perform(.settings(change), in: room)
        // The name first: an invitation that is refused does not undo the group.
        print(room.text)
        for (number, user) in people.enumerated() {
            try await call.perform(
                .membership(MembershipChange(user, .invite)), in: room, number: UInt64(number) + 2)
        }
    }
}

@available(macOS 15, *)
struct RoomSettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Print a room's settings, or change those that are named.")

    @OptionGroup var room: RoomArguments
    @OptionGroup var settings: SettingsOptions
    @OptionGroup var server: RoomServer

    func run() async throws {
        let (room, change, call) = (try room.name(), try settings.change(), try server.open())
        if change != SettingsChange() { return try await call.perform(.settings(change), in: room) }
        let settings = try await call.info(of: room)?.settings ?? RoomSettings()
        print("title\t\(settings.title.asCell)")
        print("topic\t\(settings.topic.asCell)")
        print("joining\t\(settings.joining.rawValue)")
        print("newcomers\t\(settings.newcomers.rawValue)")
        print("posting\t\(settings.posting.rawValue)")
        print("slow-mode\t\(Quantity.seconds.text(settings.slowMode))")
        if let payload = settings.payload { print("payload\t\("\(payload.type) \(payload.data)".asCell)") }
    }
}
