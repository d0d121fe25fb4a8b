import ChatRooms
import ChatWire

private let ann = Sender(1)
private let bob = Sender(2)

extension MessageStoreConformance {
    /// Read marks are kept.
    static let readMarks: [Case] = [
        Case("each user has one in each room, and it never goes back") { store, check in
            let garden = try room("garden")
            _ = try store.append([ann.newEvent("1"), ann.newEvent("2"), ann.newEvent("1", in: garden)])
            func mark(_ sender: Sender, _ seq: Seq, in room: RoomName = .lobby) throws {
                _ = try store.append([], marks: [ReadMark(room: room, user: sender.user, point: ReadPoint(seq))])
            }
            try check.expect(store.mark(of: ann.user, in: .lobby) == nil)
            try mark(ann, 2)
            try mark(ann, 1)
            try mark(bob, 1)
            try mark(ann, 1, in: garden)
            try check.expect(store.mark(of: ann.user, in: .lobby) == 2)
            try check.expect(store.mark(of: bob.user, in: .lobby) == 1)
            try check.expect(store.mark(of: ann.user, in: garden) == 1)
            try check.expect(store.mark(of: bob.user, in: garden) == nil)
            try check.expect(store.mark(of: bob.user, in: room("nowhere")) == nil)
        },
        Case("a mark keeps the time of its own event, not of a lower one") { store, check in
            _ = try store.append([ann.newEvent("1"), ann.newEvent("2")])
            for point in [ReadPoint(2, at: 1_000), ReadPoint(1, at: 2_000), ReadPoint(2, at: 3_000)] {
                _ = try store.append([], marks: [ReadMark(room: .lobby, user: ann.user, point: point)])
            }
            try check.expect(store.mark(of: ann.user, in: .lobby) == ReadPoint(2, at: 1_000))
        },
        Case("marks and messages go in one commit") { store, check in
            let marks = [1, 3, 2].map { ReadMark(room: .lobby, user: ann.user, point: ReadPoint($0)) }
            let outcomes = try store.append([ann.newEvent("1"), ann.newEvent("2"), ann.newEvent("3")], marks: marks)
            check.expect(outcomes.count == 3)
            try check.expect(store.mark(of: ann.user, in: .lobby) == 3)
        },
    ]
}
