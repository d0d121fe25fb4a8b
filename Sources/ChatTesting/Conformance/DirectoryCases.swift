import ChatRooms
import ChatWire

private let ann = Sender(1, name: "ann")
private let bob = Sender(2, name: "bob")

extension MessageStore {
    fileprivate func rooms(
        _ search: String = "", after room: RoomName? = nil, limit: Int = 10, scan: Int = 100
    ) throws -> (names: [String], next: String?) {
        let page = try directory(matching: WordSearch(search), after: room, limit: limit, scan: scan)
        return (page.rooms.map(\.room.text), page.next?.text)
    }
}

extension MessageStoreConformance {
    /// Everyone finds the open rooms that somebody has written in, and no other room.
    static let directory: [Case] = [
        Case("the directory has open rooms with their titles, topics and times") { store, check in
            let (tea, plain) = (try room("tea"), try room("plain"))
            let settings = SettingsChange(title: "Tea", topic: "Leaves and water")
            _ = try store.appended(ann.newEvent(.settings(settings), in: tea))
            let last = try store.appended(ann.newEvent("hello", in: tea))
            let first = try store.appended(bob.newEvent("hello", in: plain))
            let page = try store.directory(matching: WordSearch(), after: nil, limit: 10, scan: 100)
            check.expect(
                page.rooms == [
                    DirectoryEntry(room: plain, at: first.at),
                    DirectoryEntry(room: tea, title: "Tea", topic: "Leaves and water", at: last.at),
                ])
            check.expect(page.next == nil)
        },
        Case("groups, direct rooms and rooms without an event are not in the directory") { store, check in
            guard let direct = RoomName.direct(ann.user, bob.user) else { throw NotAppended() }
            let group = RoomName.newGroup()
            _ = try store.appended(ann.newEvent(.settings(SettingsChange(title: "Tea")), in: group))
            _ = try store.appended(ann.newEvent("hello", in: direct))
            for name in ["d-day", "g-force", "zoo"] { _ = try store.appended(ann.newEvent("hello", in: room(name))) }
            check.expect(try store.refusal(ann.newEvent(.delete(of: 1), in: room("empty"))) == .noSuchMessage)
            check.expect(try store.rooms().names == ["d-day", "g-force", "zoo"])
            // They are not looked at either: three rooms are looked at, and that was all.
            check.expect(try store.rooms(scan: 3).names.count == 3 && store.rooms(scan: 3).next == nil)
        },
        Case("the directory is read page by page, and what is looked at is bounded") { store, check in
            for number in 10..<20 { _ = try store.appended(ann.newEvent("hello", in: room("r\(number)"))) }
            let first = try store.rooms(limit: 4)
            check.expect(first.names == ["r10", "r11", "r12", "r13"] && first.next == "r13")
            let second = try store.rooms(after: room("r13"), limit: 6)
            check.expect(second.names.count == 6 && second.next == nil)
            let (names, next) = try store.rooms("r19", scan: 5)
            check.expect(names.isEmpty && next == "r14")
            check.expect(try store.rooms("r19", after: room("r14"), scan: 5).names == ["r19"])
        },
        Case("a search finds rooms by the words of their name, title and topic") { store, check in
            let settings = SettingsChange(title: "Grüner Tee", topic: "茶と水")
            _ = try store.appended(ann.newEvent(.settings(settings), in: room("tea-room")))
            _ = try store.appended(ann.newEvent("tea", in: room("coffee")))
            for search in ["tea", "ROOM", "grü", "tee grün", "水", "tea 茶", " ", ""] {
                check.expect(try store.rooms(search).names.contains("tea-room"))
            }
            for search in ["ea", "tea coffee", "tead", "rüner"] { check.expect(try store.rooms(search).names.isEmpty) }
        },
    ]
}
