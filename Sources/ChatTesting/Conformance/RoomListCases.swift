import ChatRooms
import ChatWire

private let ann = Sender(1, name: "ann")
private let bob = Sender(2, name: "bob")
private let cleo = Sender(3, name: "cleo")

extension MessageStoreConformance {
    /// The list of a user's rooms, and what is unread there.
    static let roomLists: [Case] = [
        Case("a user's rooms are listed page by page, with what is unread") { store, check in
            let groups = (0..<5).map { _ in RoomName.newGroup() }.sorted { $0.text < $1.text }
            for group in groups {
                try store.appendAll([
                    ann.newEvent(.settings(SettingsChange(title: "Tea")), in: group),
                    ann.change(bob, .invite, in: group),
                    ann.newEvent("1", in: group), bob.change(bob, .join, in: group), bob.newEvent("2", in: group),
                    ann.newEvent("3", in: group),
                ])
            }
            _ = try store.append([], marks: [ReadMark(room: groups[0], user: bob.user, point: 3)])
            let first = try store.rooms(of: bob.user, after: nil, limit: 3)
            let second = try store.rooms(of: bob.user, after: first.next, limit: 3)
            check.expect(first.rooms.map(\.room) == Array(groups.prefix(3)) && first.next == groups[2])
            check.expect(second.rooms.map(\.room) == Array(groups.suffix(2)) && second.next == nil)
            check.expect(first.rooms.map(\.unread) == [1, 2, 2])
            check.expect(first.rooms.allSatisfy { $0.head == 6 && $0.last?.text == "3" })
        },
        Case("unread messages are counted exactly below 1,000, whatever stands between them") { store, check in
            let group = RoomName.newGroup()
            try store.appendAll([
                ann.newEvent(.settings(SettingsChange(title: "Tea")), in: group),
                ann.change(bob, .invite, in: group), bob.change(bob, .join, in: group),
                ann.newEvent("read", in: group),
            ])
            _ = try store.append([], marks: [ReadMark(room: group, user: bob.user, point: 4)])
            var events: [NewEvent] = []
            for number in 1..<Limits.unreadCount {
                events.append(ann.newEvent("\(number)", in: group))
                let isOn = number % 2 == 1
                if number % 9 < 4 { events.append(bob.newEvent("mine", in: group)) }
                if number <= 120 { events.append(ann.newEvent(.react(of: 4, emoji: "👍", on: isOn), in: group)) }
                if number <= 40 { events.append(ann.change(cleo, isOn ? .invite : .remove, in: group)) }
            }
            check.expect(try store.append(events).allSatisfy { $0.refusal == nil })
            func listed() throws -> [RoomEntry] {
                try store.rooms(of: bob.user, after: nil, limit: 9).rooms
                    + store.recentRooms(of: bob.user, .user, limit: 9, at: 0).rooms
            }
            let most = Limits.unreadCount
            check.expect(try listed().map(\.unread) == [most - 1, most - 1])
            check.expect(try listed().allSatisfy(\.isExact))
            for _ in 0..<2 {
                _ = try store.appended(ann.newEvent("one more", in: group))
                check.expect(try listed().map(\.unread) == [most, most])
            }
        },
        Case("a room with an unread message never looks read, however many other events stand there") { store, check in
            let garden = try room("garden")
            func listed() throws -> RoomEntry {
                try check.require(try store.rooms(of: bob.user, after: nil, limit: 9).rooms.first)
            }
            _ = try store.appended(bob.newEvent(.choose(ChoiceChange(garden, isFollowed: true)), in: .own(bob.user)))
            for _ in 0..<10 { _ = try store.appended(ann.newEvent("hello", in: garden)) }
            for _ in 0..<8 {
                _ = try store.append((0..<Limits.unreadScan / 8).map { _ in bob.newEvent("mine", in: garden) })
            }
            var entry = try listed()
            check.expect(entry.isExact ? entry.unread == 10 : (1..<10).contains(entry.unread))
            for _ in 0..<5 { _ = try store.appended(ann.newEvent("hello", in: garden)) }
            entry = try listed()
            check.expect(entry.isExact ? entry.unread == 15 : (1..<15).contains(entry.unread))
            _ = try store.append([], marks: [ReadMark(room: garden, user: bob.user, point: ReadPoint(entry.head))])
            entry = try listed()
            check.expect(entry.isExact && entry.unread == 0)
        },
        Case("the last message is listed, however many other events stand behind it") { store, check in
            let group = RoomName.newGroup()
            let joined = SettingsChange(title: "Tea", newcomers: .joined)
            try store.appendAll([
                ann.newEvent(.settings(joined), in: group), ann.change(bob, .invite, in: group),
                bob.change(bob, .join, in: group), ann.newEvent("first", in: group), ann.newEvent("second", in: group),
            ])
            func listed(_ sender: Sender = bob) throws -> [String?] {
                let page = try store.rooms(of: sender.user, after: nil, limit: 9)
                let recent = try store.recentRooms(of: sender.user, .user, limit: 9, at: 0)
                return (page.rooms + recent.rooms).map { $0.last?.text }
            }
            func change(_ count: Int) throws {
                for start in stride(from: 0, to: count, by: 100) {
                    let events = (start..<min(count, start + 100)).map { number in
                        ann.newEvent(.settings(SettingsChange(topic: "\(number)")), in: group)
                    }
                    check.expect(try store.append(events).allSatisfy { $0.refusal == nil })
                }
            }
            func expect(_ text: String?) throws {
                // The second time, what was found before is known.
                for _ in 0..<2 { check.expect(try listed() == [text, text], "\(text ?? "nothing")") }
            }
            try change(49)
            try expect("second")
            try change(1_200)
            try expect("second")
            try change(60)
            try expect("second")
            _ = try store.appended(bob.newEvent(.react(of: 5, emoji: "👍", on: true), in: group))
            _ = try store.appended(ann.newEvent(.edit(of: 5, text: "second, edited"), in: group))
            try expect("second, edited")
            // She may read from her joining on.
            try store.appendAll([ann.change(cleo, .invite, in: group), cleo.change(cleo, .join, in: group)])
            check.expect(try listed(cleo) == [nil, nil])
            try expect("second, edited")
            _ = try store.appended(ann.newEvent(.delete(of: 5), in: group))
            try expect("first")
            _ = try store.appended(ann.newEvent(.delete(of: 4), in: group))
            try expect(nil)
            try change(1_200)
            try expect(nil)
            _ = try store.appended(ann.newEvent("third", in: group))
            try expect("third")
            check.expect(try listed(cleo) == ["third", "third"])
            try change(1_200)
            try expect("third")
            check.expect(try listed(cleo) == ["third", "third"])
        },
        Case("invitations, pinned rooms and the most active rooms stand first on a user's list") { store, check in
            // A group to which a user is only invited keeps its place when something is said there.
            let invited = (0..<2).map { _ in RoomName.newGroup() }.sorted { $0.text < $1.text }
            let quiet = RoomName.newGroup()
            let groups = (0..<5).map { _ in RoomName.newGroup() }
            for (index, group) in (invited + [quiet] + groups).enumerated() {
                _ = try store.appended(ann.newEvent(.settings(SettingsChange(title: "Tea")), in: group))
                _ = try store.appended(ann.change(bob, .invite, in: group))
                if !invited.contains(group) { _ = try store.appended(bob.change(bob, .join, in: group)) }
                var said = ann.newEvent("hello", in: group)
                said.at += Int64(index)
                _ = try store.appended(said)
            }
            _ = try store.appended(bob.newEvent(.choose(ChoiceChange(quiet, isPinned: true)), in: .own(bob.user)))
            _ = try store.appended(
                bob.newEvent(.choose(ChoiceChange(room("no-room"), isPinned: true)), in: .own(bob.user)))
            let inOrder = invited + [quiet] + groups.reversed()
            let first = try store.recentRooms(of: bob.user, .user, limit: 5, at: 0)
            check.expect(first.rooms.map(\.room) == Array(inOrder.prefix(5)) && !first.areAll)
            check.expect(first.rooms.map(\.unread) == [0, 0, 1, 1, 1])
            let all = try store.recentRooms(of: bob.user, .user, limit: 8, at: 0)
            check.expect(all.rooms.map(\.room) == inOrder && all.areAll)
            check.expect(try store.recentRooms(of: Sender(77).user, .user, limit: 4, at: 0).areAll)
        },
        Case("an open room does not move on the list of a user who is banned from it") { store, check in
            let names = try ["tea", "garden", "attic"].map(room)
            let now: Int64 = 1_000_000
            for (index, name) in names.enumerated() {
                try store.appendAll([
                    ann.newEvent(.settings(SettingsChange(title: "Tea")), in: name).at(now),
                    bob.newEvent(.choose(ChoiceChange(name, isFollowed: true)), in: .own(bob.user)).at(now),
                    ann.newEvent("hello", in: name).at(now + Int64(index)),
                ])
            }
            func listed(_ role: ServerRole = .user, at time: Int64) throws -> [RoomName] {
                try store.recentRooms(of: bob.user, role, limit: 10, at: time).rooms.map(\.room)
            }
            let inOrder = [names[2], names[1], names[0]]
            check.expect(try listed(at: now + 10) == inOrder)
            for name in names[1...] {
                _ = try store.appended(ann.change(bob, .ban(until: now + 500), in: name).at(now + 20))
            }
            // What he may not enter is sorted by name.
            let banned = [names[0], names[2], names[1]]
            check.expect(try listed(at: now + 30) == banned)
            _ = try store.appended(ann.newEvent("anybody here?", in: names[1]).at(now + 40))
            check.expect(try listed(at: now + 50) == banned)
            // No ban counts for an administrator, nor one that is over.
            for (role, time) in [(ServerRole.administrator, now + 50), (.user, now + 500)] {
                check.expect(try listed(role, at: time) == [names[1], names[2], names[0]])
            }
        },
    ]
}
