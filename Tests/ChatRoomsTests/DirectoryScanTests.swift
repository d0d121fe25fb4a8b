import ChatWire
import Testing

@testable import ChatRooms

@Suite struct `A page of the directory` {
    /// A page looks at 2,000 rooms, or at 64 kB of texts. The worst texts must not hold up readers
    /// of history.
    @Test func `the longest texts cost few comparisons`() {
        let topic = String(repeating: "水", count: Limits.roomTopicBytes / 3)
        let search = (0..<8).map { _ in String(repeating: "水", count: 4) + "x" }.joined(separator: " ")
        var settings = RoomSettings()
        settings.apply(SettingsChange(topic: topic))
        var scan = DirectoryScan(limit: 50, scan: Limits.directoryScan)
        var looked = 0
        while scan.looks(at: RoomName.lobby, settings) {
            #expect(!WordSearch(search).matches(RoomName.lobby, settings))
            looked += 1
        }
        #expect((50..<70).contains(looked))
        #expect(scan.result.next == RoomName.lobby)
    }
}
