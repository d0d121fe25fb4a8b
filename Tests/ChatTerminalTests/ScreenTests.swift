import ChatCore
import Testing

@testable import ChatTerminal

@Suite struct ScreenTests {
    /// A desk with a room in which much has happened.
    private func party(width: Int, height: Int) -> Desk {
        var desk = Desk(width: width, height: height)
        var info = RoomInfo()
        info.settings.topic = "Tea at five"
        desk.infos[.lobby] = info
        desk.connect([.lobby, .garden])
        desk.say("Hello! 👩‍👩‍👧‍👦 你好世界")
        desk.say("Hi bob", by: .ann, reply: 1)
        desk.happen(.edit(of: 2, text: "Hi bob!"), by: .ann)
        desk.happen(.reaction(of: 1, emoji: "👍", on: true), by: .ann)
        desk.happen(.reaction(of: 1, emoji: "👍", on: true), by: .cleo)
        desk.press(.focus(false))
        let photo = Attachment(id: FileID(high: 1, low: 2), name: "swift.jpg", type: "image/jpeg", size: 183_402)
        desk.happen(.message(Message(text: "swift.jpg", attachment: photo)), by: .cleo)
        desk.say("A long text that does not fit on one line of this window, so that it goes on below. @ann")
        desk.tell(.received(.typing(room: .lobby, .bob)))
        return desk
    }

    @Test func `the whole screen at 60 by 15`() {
        let desk = party(width: 60, height: 15)
        #expect(desk.screen == Fixture.narrow)
    }

    @Test func `the whole screen at 100 by 30`() {
        let desk = party(width: 100, height: 30)
        #expect(desk.screen == Fixture.wide)
    }

    @Test func `a window that is too small says so`() {
        let desk = party(width: 40, height: 10)
        #expect(desk.screen.contains("needs a window of 60×15"))
        for width in 1...59 { _ = party(width: width, height: 3).screen }
    }

    @Test(arguments: [(60, 15), (80, 24), (81, 16), (200, 60)]) func `every line fits into the window`(
        width: Int, height: Int
    ) {
        var desk = party(width: width, height: height)
        desk.press(.paste(String(repeating: "长 word\n", count: 40)))
        for line in desk.lines { #expect(CellWidth.of(line) <= width) }
        #expect(desk.grid.cursor.map { $0.x < width && $0.y < height } == true)
        desk.press(.control("r"), .up, .up)
        for line in desk.lines { #expect(CellWidth.of(line) <= width) }
    }

    @Test func `the address of a file is behind its name`() {
        let desk = party(width: 100, height: 30)
        let cell = desk.grid.cells.first { $0.link != nil }
        #expect(cell?.link?.hasPrefix("https://chat.example/v1/files/") == true)
        #expect(cell?.text == "s")
    }

    @Test func `hostile texts and names bring nothing to the terminal but text`() {
        var desk = Desk(width: 100, height: 30)
        var info = RoomInfo()
        info.settings.title = "t\u{1B}]0;pwned\u{7}"
        info.settings.topic = "\u{1B}[2J\u{9B}1;1H"
        desk.infos[.lobby] = info
        let mallory = Author(user: UserID(high: 4, low: 4), name: "mal\u{1B}[31m\u{202E}lory")
        desk.people = [.ann, mallory]
        let hostile = "\u{1B}]52;c;aGk=\u{7}\u{1B}[H\u{8}\u{8}\r\u{9D}0;x\u{9C}\u{202E}abc\u{0}\u{1B}P+q\u{1B}\\"
        let file = Attachment(id: FileID(high: 1, low: 2), name: "a\u{1B}]8;;http://evil/\u{7}b", type: "x", size: 1)
        desk.happen(.message(Message(text: hostile)), by: mallory)
        desk.happen(.message(Message(text: file.name, reply: 1, attachment: file)), by: mallory)
        desk.happen(.reaction(of: 1, emoji: "\u{1B}[5m", on: true), by: mallory)
        desk.connect()
        desk.tell(.received(.typing(room: .lobby, mallory)))
        desk.press(.control("r"), .text("r"))
        for text in [desk.screen, desk.screenAfter(.function(1)), desk.screenAfter(.text("@"), .tab)] {
            for scalar in text.unicodeScalars where scalar != "\n" {
                #expect(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value))
                #expect(!(0x202A...0x202E).contains(scalar.value))
            }
        }
        let bytes = GridDifference(from: nil, to: desk.grid, Capabilities()).bytes
        let sequences = String(decoding: bytes, as: UTF8.self).split(separator: "\u{1B}").dropFirst()
        for sequence in sequences { #expect("[]\\".contains(sequence.first ?? " ")) }
        #expect(!sequences.contains { $0.hasPrefix("]") && !$0.hasPrefix("]8;;") })
    }
}

extension Desk {
    fileprivate func screenAfter(_ keys: Key...) -> String {
        var desk = self
        for key in keys { desk.press(key) }
        return desk.screen
    }
}
