import ChatRooms
import ChatWire

private let ann = Sender(1)

extension MessageStoreConformance {
    /// A new event is appended once.
    static let idempotency: [Case] = [
        Case("the same number again gives the first event again") { store, check in
            let first = try store.appended(ann.newEvent("hello", number: 1))
            try check.expect(store.append(ann.newEvent("hello", number: 1)) == .alreadyThere(first))
            try check.expect(store.log(of: .lobby) == [first])
        },
        Case("someone renamed between two tries said it once") { store, check in
            let first = try store.appended(ann.newEvent("hello", number: 1))
            let renamed = Sender(1, name: "anna")
            try check.expect(store.append(renamed.newEvent("hello", number: 1)) == .alreadyThere(first))
        },
        Case("the same number with another text is a conflict and changes nothing") { store, check in
            let first = try store.appended(ann.newEvent("hello", number: 1))
            try check.expect(store.append(ann.newEvent("hullo", number: 1)) == .conflict)
            try check.expect(store.log(of: .lobby) == [first])
        },
        Case("texts that only look alike are a conflict") { store, check in
            _ = try store.appended(ann.newEvent("caf\u{E9}", number: 1))
            try check.expect(store.append(ann.newEvent("cafe\u{301}", number: 1)) == .conflict)
        },
        Case("the same number in another room is a conflict") { store, check in
            let garden = try room("garden")
            _ = try store.appended(ann.newEvent("hello", number: 1))
            try check.expect(store.append(ann.newEvent("hello", number: 1, in: garden)) == .conflict)
            try check.expect(store.head(of: garden) == 0)
        },
        Case("a lower number that was never accepted is passed") { store, check in
            let first = try store.appended(ann.newEvent("seven", number: 7))
            try check.expect(store.append(ann.newEvent("six", number: 6)) == .passed)
            try check.expect(store.append(ann.newEvent("none", number: 0)) == .passed)
            try check.expect(store.log(of: .lobby) == [first])
            try check.expect(store.appended(ann.newEvent("eight", number: 8)).seq == 2)
        },
        Case("the largest number is accepted, and passes every other") { store, check in
            let last = try store.appended(ann.newEvent("last", number: Limits.largestInteger))
            check.expect(last.idempotencyKey?.number == Limits.largestInteger)
            try check.expect(store.append(ann.newEvent("last", number: Limits.largestInteger)) == .alreadyThere(last))
            try check.expect(store.append(ann.newEvent("more", number: Limits.largestInteger - 1)) == .passed)
        },
        Case("numbers belong to a user and a device together") { store, check in
            var otherDevice = ann
            otherDevice.device = DeviceID(high: 2, low: 99)
            var otherUser = ann
            otherUser.user = UserID(high: 1, low: 99)
            try check.expect(store.appended(ann.newEvent("hello", number: 1)).seq == 1)
            try check.expect(store.appended(otherDevice.newEvent("hello", number: 1)).seq == 2)
            try check.expect(store.appended(otherUser.newEvent("hello", number: 1)).seq == 3)
        },
        Case("without a number the same words are two events") { store, check in
            try check.expect(store.appended(ann.newEvent("hello")).seq == 1)
            try check.expect(store.appended(ann.newEvent("hello")).seq == 2)
        },
        Case("within one batch the rules are the same") { store, check in
            let outcomes = try store.append([
                ann.newEvent("two", number: 2), ann.newEvent("two", number: 2), ann.newEvent("deux", number: 2),
                ann.newEvent("one", number: 1), ann.newEvent("three", number: 3),
            ])
            let log = try store.log(of: .lobby)
            try check.require(log.count == 2)
            check.expect(
                outcomes == [.appended(log[0]), .alreadyThere(log[0]), .conflict, .passed, .appended(log[1])])
        },
    ]
}
