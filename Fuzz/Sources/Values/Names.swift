import FuzzSupport
import ChatRooms
import ChatWire

/// Names and texts that people choose: what is accepted keeps to its limits and stays what it is in
/// every form it takes.
enum Names {
    static func run(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        if NameRule.check(text) == nil { checkName(text) }
        if TextRule.check(text) == nil { require(text.utf8.count <= Limits.textBytes, "a text keeps to its limit") }
        if EmojiRule.check(text) == nil {
            require(text.utf8.count <= Limits.emojiBytes, "a reaction keeps to its limit")
        }
        if FileRule.check(name: text) == nil { require(!text.contains("/"), "a file's name is no path") }
        if let room = RoomName(text) {
            require(room.text.utf8.count <= Limits.roomNameBytes, "a room keeps to its limit")
        }
        if let id = UserID(text) {
            require(id.description.lowercased() == text.lowercased(), "an id is written in one way")
        }
    }

    private static func checkName(_ name: String) {
        require(name.utf8.count <= Limits.nameBytes, "a name keeps to its limit")
        let skeleton = ConfusableSkeleton(of: name)
        require(!skeleton.looks.isEmpty && skeleton.looks.allSatisfy { !$0.isEmpty }, "a name looks like something")
        // As every client of a line sees it.
        var line: [UInt8] = []
        Line.joined(name: name).write(to: &line)
        require(line.count(where: { $0 == 0x0A }) == 1, "a name is one line")
    }
}
