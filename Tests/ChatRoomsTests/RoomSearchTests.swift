import ChatWire
import Testing

@testable import ChatRooms

@Suite struct `A search of the directory` {
    private let lobby = RoomName.lobby

    private func matches(_ search: String, _ title: String, topic: String = "") -> Bool {
        var settings = RoomSettings()
        settings.apply(SettingsChange(title: title, topic: topic))
        return RoomSearch(search).matches(lobby, settings)
    }

    @Test func `every word must begin a word of the room`() {
        #expect(matches("swift", "Swift on servers"))
        #expect(matches("serv swi", "Swift on servers"))
        #expect(matches("lob", "Swift"))
        #expect(!matches("wift", "Swift on servers"))
        #expect(!matches("swift java", "Swift on servers"))
        #expect(matches("java", "Swift", topic: "no Java here"))
    }

    @Test func `only so many bytes and words of it count`() {
        let nine = (1...9).map { "w\($0)" }.joined(separator: " ")
        #expect(matches(nine, (1...8).map { "w\($0)" }.joined(separator: " ")))
        #expect(matches("a" + String(repeating: " ", count: Limits.searchBytes) + "b", "a"))
        // Also where it is cut in the middle of a character.
        #expect(!matches(String(repeating: "a", count: Limits.searchBytes - 1) + "é", "a"))
    }

    /// A page looks at 2,000 rooms, or at 64 kB of texts. The worst texts must not hold up readers
    /// of history.
    @Test func `the longest texts cost few comparisons`() {
        let topic = String(repeating: "水", count: Limits.roomTopicBytes / 3)
        let search = (0..<8).map { _ in String(repeating: "水", count: 4) + "x" }.joined(separator: " ")
        var settings = RoomSettings()
        settings.apply(SettingsChange(topic: topic))
        var scan = DirectoryScan(limit: 50, scan: Limits.directoryScan)
        var looked = 0
        while scan.looks(at: lobby, settings) {
            #expect(!RoomSearch(search).matches(lobby, settings))
            looked += 1
        }
        #expect((50..<70).contains(looked))
        #expect(scan.result.next == lobby)
    }
}
