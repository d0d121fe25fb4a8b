import ChatRooms
import ChatWire
import Testing

@Suite struct `A draft is appended once` {
    let ann = Sender(1)

    @Test(arguments: StoreKind.allCases)
    func `the same number again gives the first event again`(kind: StoreKind) throws {
        try kind.withStore { store in
            let first = try store.appended(ann.draft("hello", number: 1))
            try #expect(store.append(ann.draft("hello", number: 1)) == .alreadyThere(first))
            try #expect(store.log(of: .lobby) == [first])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `someone renamed between two tries said it once`(kind: StoreKind) throws {
        try kind.withStore { store in
            let first = try store.appended(ann.draft("hello", number: 1))
            let renamed = Sender(1, name: "anna")
            try #expect(store.append(renamed.draft("hello", number: 1)) == .alreadyThere(first))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `the same number with another text is a conflict and changes nothing`(kind: StoreKind) throws {
        try kind.withStore { store in
            let first = try store.appended(ann.draft("hello", number: 1))
            try #expect(store.append(ann.draft("hullo", number: 1)) == .conflict)
            try #expect(store.log(of: .lobby) == [first])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `texts that only look alike are a conflict`(kind: StoreKind) throws {
        try kind.withStore { store in
            _ = try store.appended(ann.draft("caf\u{E9}", number: 1))
            try #expect(store.append(ann.draft("cafe\u{301}", number: 1)) == .conflict)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `the same number in another room is a conflict`(kind: StoreKind) throws {
        try kind.withStore { store in
            let garden = try room("garden")
            _ = try store.appended(ann.draft("hello", number: 1))
            try #expect(store.append(ann.draft("hello", number: 1, in: garden)) == .conflict)
            try #expect(store.head(of: garden) == 0)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a lower number that was never accepted is passed`(kind: StoreKind) throws {
        try kind.withStore { store in
            let first = try store.appended(ann.draft("seven", number: 7))
            try #expect(store.append(ann.draft("six", number: 6)) == .passed)
            try #expect(store.append(ann.draft("none", number: 0)) == .passed)
            try #expect(store.log(of: .lobby) == [first])
            try #expect(store.appended(ann.draft("eight", number: 8)).seq == 2)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `the largest number is accepted, and passes every other`(kind: StoreKind) throws {
        try kind.withStore { store in
            let last = try store.appended(ann.draft("last", number: Limits.largestInteger))
            #expect(last.idempotencyKey?.number == Limits.largestInteger)
            try #expect(store.append(ann.draft("last", number: Limits.largestInteger)) == .alreadyThere(last))
            try #expect(store.append(ann.draft("more", number: Limits.largestInteger - 1)) == .passed)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `numbers belong to a user and a device together`(kind: StoreKind) throws {
        try kind.withStore { store in
            var otherDevice = ann
            otherDevice.device = DeviceID(high: 2, low: 99)
            var otherUser = ann
            otherUser.user = UserID(high: 1, low: 99)
            try #expect(store.appended(ann.draft("hello", number: 1)).seq == 1)
            try #expect(store.appended(otherDevice.draft("hello", number: 1)).seq == 2)
            try #expect(store.appended(otherUser.draft("hello", number: 1)).seq == 3)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `without a number the same words are two events`(kind: StoreKind) throws {
        try kind.withStore { store in
            try #expect(store.appended(ann.draft("hello")).seq == 1)
            try #expect(store.appended(ann.draft("hello")).seq == 2)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `within one batch the rules are the same`(kind: StoreKind) throws {
        try kind.withStore { store in
            let outcomes = try store.append([
                ann.draft("two", number: 2), ann.draft("two", number: 2), ann.draft("deux", number: 2),
                ann.draft("one", number: 1), ann.draft("three", number: 3),
            ])
            let log = try store.log(of: .lobby)
            try #require(log.count == 2)
            #expect(
                outcomes == [.appended(log[0]), .alreadyThere(log[0]), .conflict, .passed, .appended(log[1])])
        }
    }
}
