import ChatCore

/// A command that is typed in the composer: `/join garden`.
package enum SlashCommand: String, CaseIterable, Hashable, Sendable {
    case join, leave, msg, group, invite, link, links, rooms, name, who, topic, react, edit, delete, search, date, file
    case pin, unpin, pins, report, block, unblock
    case role, mute, unmute, kick, ban, unban, reports, log
    case login, register, password, sessions, logout
    case help, quit

    /// What may follow the command.
    package var arguments: String {
        switch self {
        case .join: "[ROOM]"
        case .leave, .who, .links, .pin, .unpin, .pins, .report, .log, .password, .sessions, .logout, .help, .quit: ""
        case .msg: "NAME TEXT"
        case .group: "TITLE"
        case .invite, .unblock: "[NAME]"
        case .link: "[END] [PEOPLE]"
        case .block, .unmute, .unban: "NAME"
        case .role: "NAME ROLE"
        case .mute, .ban: "NAME [TIME] [REASON]"
        case .kick: "NAME [REASON]"
        case .reports: "[all]"
        case .rooms: "[WORDS]"
        case .name: "NEW-NAME"
        case .topic: "[TEXT]"
        case .react: "EMOJI"
        case .edit: "TEXT"
        case .delete: ""
        case .search: "TEXT"
        case .date: "DAY"
        case .file: "PATH"
        case .login, .register: "[NAME]"
        }
    }

    /// What the command does.
    package var summary: String {
        switch self {
        case .join: "join a room, or accept an invitation"
        case .leave: "leave this room"
        case .msg: "write to one person alone"
        case .group: "make a group"
        case .invite: "invite a person, or make a link"
        case .link: "make an invite link"
        case .links: "list this group's invite links"
        case .rooms: "list the open rooms of the server"
        case .name: "change your name"
        case .who: "list the people in the room"
        case .topic: "show or change the room's topic"
        case .react: "react to the newest message"
        case .edit: "replace your last message"
        case .delete: "delete your last message"
        case .pin: "pin the newest message"
        case .unpin: "take the newest pin off"
        case .pins: "list the pinned messages"
        case .report: "report the newest message"
        case .block: "hide a person's messages"
        case .unblock: "list or end what you block"
        case .role: "change what a person may do"
        case .mute: "keep a person from writing"
        case .unmute: "let a person write again"
        case .kick: "remove a person from the group"
        case .ban: "keep a person out"
        case .unban: "let a person in again"
        case .reports: "list reports and held messages"
        case .log: "list what moderators did"
        case .search: "search the messages on this device"
        case .date: "go to the messages of a day"
        case .file: "send a file"
        case .login: "sign in to an account"
        case .register: "make an account"
        case .password: "change your password"
        case .sessions: "list where you are signed in"
        case .logout: "sign out"
        case .help: "show the keys and commands"
        case .quit: "leave martlet chat"
        }
    }

    /// Whether the name of a person follows it.
    var takesPerson: Bool {
        switch self {
        case .login, .register: false
        default: arguments.hasPrefix("NAME") || arguments == "[NAME]"
        }
    }

    /// How the command is written.
    package var usage: String { arguments.isEmpty ? "/\(rawValue)" : "/\(rawValue) \(arguments)" }

    static var lines: [String] {
        allCases.map { command in
            let usage = command.usage
            return usage + String(repeating: " ", count: max(1, 21 - usage.count)) + command.summary
        } + ["//TEXT               send a text that begins with /"]
    }

    /// Whether a text is a command: `/` and a word. A path such as `/etc/hosts` is a text.
    static func isCommand(_ text: String) -> Bool {
        guard text.hasPrefix("/"), !text.hasPrefix("//") else { return false }
        let word = text.dropFirst().prefix { $0 != " " && $0 != "\n" }
        return word.allSatisfy { $0.isASCII && $0.isLetter }
    }

    /// The command's name and what follows it.
    static func split(_ text: String) -> (name: String, rest: String) {
        let word = text.dropFirst().prefix { $0 != " " && $0 != "\n" }
        let rest = text.dropFirst(word.count + 1)
        return (String(word).lowercased(), rest.trimmed)
    }
}

extension StringProtocol {
    /// As clients send it (``ChatWire/TextRule``).
    var trimmed: String { TextRule.trimmed(String(self)) }
}
