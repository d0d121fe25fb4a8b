import ChatCore

/// A command that is typed in the composer: `/join garden`.
package enum SlashCommand: String, CaseIterable, Hashable, Sendable {
    case join, leave, msg, group, invite, link, links, rooms, name, about, who, topic, react, edit, delete, search,
        date, file
    case pin, unpin, pins, report, block, unblock
    case role, mute, unmute, kick, ban, unban, reports, log, bans
    case login, register, password, sessions, logout
    case help, quit

    /// What may follow the command.
    package var arguments: String {
        switch self {
        case .join, .leave: localized("[ROOM]")
        case .who, .links, .pin, .unpin, .pins, .report, .log, .bans, .password, .sessions, .logout, .help, .quit: ""
        case .msg: localized("NAME TEXT")
        case .group: localized("TITLE")
        case .invite, .unblock: localized("[NAME]")
        case .link: localized("[END] [PEOPLE]")
        case .block, .unmute, .unban: localized("NAME")
        case .role: localized("NAME ROLE")
        case .mute, .ban: localized("NAME [TIME] [REASON]")
        case .kick: localized("NAME [REASON]")
        case .reports: "[all]"
        case .rooms: localized("[WORDS]")
        case .name: localized("NEW-NAME")
        case .about, .topic: localized("[TEXT]")
        case .react: localized("EMOJI")
        case .edit: localized("TEXT")
        case .delete: ""
        case .search: localized("TEXT")
        case .date: localized("DAY")
        case .file: localized("PATH")
        case .login, .register: localized("[NAME]")
        }
    }

    /// What the command does.
    package var summary: String {
        switch self {
        case .join: localized("join a room, or accept an invitation")
        case .leave: localized("leave this room, or another one")
        case .msg: localized("write to one person alone")
        case .group: localized("make a group")
        case .invite: localized("invite a person, or make a link")
        case .link: localized("make an invite link")
        case .links: localized("list this group's invite links")
        case .rooms: localized("list the open rooms of the server")
        case .name: localized("change your name")
        case .about: localized("show or change the line about you")
        case .who: localized("list the people in the room")
        case .topic: localized("show or change the room's topic")
        case .react: localized("react to the newest message")
        case .edit: localized("replace your last message")
        case .delete: localized("delete your last message")
        case .pin: localized("pin the newest message")
        case .unpin: localized("take the newest pin off")
        case .pins: localized("list the pinned messages")
        case .report: localized("report the newest message")
        case .block: localized("hide a person's messages")
        case .unblock: localized("list or end what you block")
        case .role: localized("change what a person may do")
        case .mute: localized("keep a person from writing")
        case .unmute: localized("let a person write again")
        case .kick: localized("remove a person from the group")
        case .ban: localized("keep a person out")
        case .unban: localized("let a person in again")
        case .reports: localized("list reports and held messages")
        case .log: localized("list what moderators did")
        case .bans: localized("list the bans from the server")
        case .search: localized("search the messages of the room")
        case .date: localized("go to the messages of a day")
        case .file: localized("send a file")
        case .login: localized("sign in to an account")
        case .register: localized("make an account")
        case .password: localized("change your password")
        case .sessions: localized("list where you are signed in")
        case .logout: localized("sign out")
        case .help: localized("show the keys and commands")
        case .quit: localized("leave martlet chat")
        }
    }

    /// Whether it can't be done alone.
    var needsArguments: Bool {
        switch self {
        case .msg, .group, .name, .react, .edit, .search, .date, .file, .block, .role, .mute, .unmute, .kick, .ban,
            .unban:
            true
        case .join, .leave, .invite, .link, .links, .rooms, .about, .who, .topic, .delete, .pin, .unpin, .pins, .report,
            .unblock, .reports, .log, .bans, .login, .register, .password, .sessions, .logout, .help, .quit:
            false
        }
    }

    /// Whether the name of a person follows it.
    var takesPerson: Bool {
        switch self {
        case .msg, .invite, .block, .unblock, .role, .mute, .unmute, .kick, .ban, .unban: true
        case .join, .leave, .group, .link, .links, .rooms, .name, .about, .who, .topic, .react, .edit, .delete,
            .search, .date, .file, .pin, .unpin, .pins, .report, .reports, .log, .bans, .login, .register, .password,
            .sessions, .logout, .help, .quit:
            false
        }
    }

    /// Whether people write words behind it, which may have emoji.
    var takesWords: Bool {
        switch self {
        case .msg, .group, .about, .topic, .react, .edit: true
        case .join, .leave, .invite, .link, .links, .rooms, .name, .who, .delete, .search, .date, .file, .pin, .unpin,
            .pins, .report, .block, .unblock, .role, .mute, .unmute, .kick, .ban, .unban, .reports, .log, .bans, .login,
            .register, .password, .sessions, .logout, .help, .quit:
            false
        }
    }

    /// Whether the client asks for a password behind it. Somebody may have typed one there.
    var asksForSecret: Bool { self == .login || self == .register || self == .password }

    /// How the command is written.
    package var usage: String { arguments.isEmpty ? "/\(rawValue)" : "/\(rawValue) \(arguments)" }

    /// Refuses what follows a command that takes no more.
    var nothingBehind: String { localized("Type \(usage), and nothing behind it.") }

    /// The commands, in columns.
    static var lines: [Panel.Line] {
        let escape = ("//" + localized("TEXT"), localized("send a text that begins with /"))
        return Panel.columns(allCases.map { ($0.usage, $0.summary) } + [escape])
    }

    /// Whether a text is a command: `/` and a word. A path such as `/etc/hosts` is a text.
    ///
    /// `/links/join lobby` is a command, too, which does not exist: `/join lobby` was typed behind
    /// a command that had been refused.
    static func isCommand(_ text: String) -> Bool {
        guard text.hasPrefix("/"), !text.hasPrefix("//") else { return false }
        let word = text.dropFirst().prefix { $0 != " " && $0 != "\n" }
        if word.allSatisfy({ $0.isASCII && $0.isLetter }) { return true }
        let name = word.prefix { $0 != "/" }
        return name.count < word.count && SlashCommand(rawValue: name.lowercased()) != nil
    }

    /// Whether a text may have emoji: it is a message, or a command that takes words.
    static func takesEmoji(_ text: String) -> Bool {
        !isCommand(text) || SlashCommand(rawValue: split(text).name)?.takesWords ?? false
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
