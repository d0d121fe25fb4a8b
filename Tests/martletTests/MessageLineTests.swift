import ChatWire
import Testing

@testable import martlet

@Suite struct MessageLineTests {
    private func line(_ text: String, size: UInt64) -> String {
        let file = ChatWire.Attachment(id: FileID(high: 1, low: 2), name: "swift.jpg", type: "image/jpeg", size: size)
        return Message(text: text, attachment: file).line { "http://here/v1/files/\($0.low)" }
    }

    @Test func `a file alone is shown in brackets, with its size and where to get it`() {
        #expect(line("swift.jpg", size: 183_402) == "[swift.jpg, 179 KB, http://here/v1/files/2]")
        #expect(Message(text: "Hello").line { _ in nil } == "Hello")
    }

    @Test func `what was said with it comes first`() {
        #expect(line("Look", size: 1) == "Look [swift.jpg, 1 byte, http://here/v1/files/2]")
    }

    @Test(
        arguments: [
            (1, "1 byte"), (1_023, "1023 bytes"), (1_024, "1 KB"), (1_048_575, "1023 KB"), (1_048_576, "1.0 MB"),
            (5_242_880, "5.0 MB"), (26_214_400, "25.0 MB"), (1_572_864, "1.5 MB"),
        ] as [(UInt64, String)])
    func `a size is said in words`(size: UInt64, words: String) { #expect(size.bytesInWords == words) }

    @Test func `a room of the directory is one line of five columns, with any title`() {
        let entry = DirectoryEntry(
            room: .lobby, title: "Tea\tand\u{1B}[2J", topic: "one\u{2028}two\nthree", people: 3, at: 0)
        #expect(entry.line == "lobby\t3\t1970-01-01T00:00:00Z\tTea and [2J\tone two three")
    }
}
