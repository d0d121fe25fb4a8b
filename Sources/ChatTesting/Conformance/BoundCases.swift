import ChatRooms
import ChatWire

private let ann = Sender(1)
private let bob = Sender(2, name: "bob")

private func append(_ newEvents: [NewEvent], _ store: any MessageStore) throws {
    guard try store.append(newEvents).allSatisfy({ $0.refusal == nil }) else { throw NotAppended() }
}

/// Strangers use up the message's changes of reactions.
private func fillWithReactions(of seq: Seq, _ store: any MessageStore) throws {
    let crowd = Limits.reactionChangesPerMessage / Limits.reactionChangesPerUser
    for guest in 1...UInt64(crowd) {
        let stranger = Sender(100 + guest)
        try append(
            (1...Limits.reactionChangesPerUser).map { stranger.newEvent(.react(of: seq, emoji: "👍", on: $0 % 2 == 1)) },
            store)
    }
}

private func encoded(_ page: HistoryPage) throws -> [UInt8] {
    var writer = JSONWriter()
    guard let epoch = Epoch(Limits.largestInteger) else { throw NotAppended() }
    ServerFrame.page(
        ref: Limits.largestInteger, room: .lobby, epoch: epoch, head: page.head, events: page.events
    ).write(to: &writer)
    return writer.bytes
}

extension MessageStoreConformance {
    /// Changes of a message, and the pages with them, are bounded.
    static let bounds: [Case] = [
        Case("a message has 64 different reactions and no 65th") { store, check in
            _ = try store.appended(ann.newEvent("hello"))
            for index in 0..<Limits.reactionsPerMessage {
                _ = try store.appended(ann.newEvent(.react(of: 1, emoji: "e\(index)", on: true)))
            }
            try check.expect(store.refusal(ann.newEvent(.react(of: 1, emoji: "x", on: true))) == .reaction)
            _ = try store.appended(Sender(2).newEvent(.react(of: 1, emoji: "e0", on: true)))
            _ = try store.appended(ann.newEvent(.react(of: 1, emoji: "e1", on: false)))
            _ = try store.appended(ann.newEvent(.react(of: 1, emoji: "x", on: true)))
        },
        Case("a message has 1000 reactions and no 1001st") { store, check in
            _ = try store.appended(ann.newEvent("hello"))
            func react(_ person: Int, _ on: Bool = true) -> NewEvent {
                Sender(UInt64(person)).newEvent(.react(of: 1, emoji: "👍", on: on))
            }
            let outcomes = try store.append((1...Limits.reactionUses).map { react($0) })
            check.expect(outcomes.allSatisfy { $0.refusal == nil })
            try check.expect(store.refusal(react(5_000)) == .reaction)
            _ = try store.appended(react(7, false))
            _ = try store.appended(react(5_000))
            let page = try store.history(of: .lobby, at: .after(0), limit: 1)
            check.expect(page.events.count == 1)
            check.expect(try encoded(page).count <= Limits.pageBytes)
        },
        Case("a user who keeps changing reactions uses up only their own share") { store, check in
            _ = try store.appended(ann.newEvent("hello"))
            try append(
                (1...Limits.reactionChangesPerUser).map { bob.newEvent(.react(of: 1, emoji: "👍", on: $0 % 2 == 1)) },
                store
            )
            try check.expect(store.refusal(bob.newEvent(.react(of: 1, emoji: "👍", on: true))) == .tooManyChanges)
            try check.expect(store.refusal(bob.newEvent(.react(of: 1, emoji: "🎉", on: true))) == .tooManyChanges)
            _ = try store.appended(Sender(3).newEvent(.react(of: 1, emoji: "👍", on: true)))
            _ = try store.appended(ann.newEvent(.edit(of: 1, text: "hi")))
            _ = try store.appended(bob.newEvent(.message(text: "why?", reply: 1)))
        },
        Case("strangers who used up all reactions leave the author's changes alone") { store, check in
            _ = try store.appended(ann.newEvent("hello"))
            try fillWithReactions(of: 1, store)
            try check.expect(store.refusal(bob.newEvent(.react(of: 1, emoji: "👍", on: true))) == .tooManyChanges)
            try append(
                (1...Limits.reactionChangesPerUser).map { ann.newEvent(.react(of: 1, emoji: "👍", on: $0 % 2 == 1)) },
                store
            )
            try check.expect(store.refusal(ann.newEvent(.react(of: 1, emoji: "👍", on: true))) == .tooManyChanges)
            try append((1...Limits.editsPerMessage).map { ann.newEvent(.edit(of: 1, text: "\($0)")) }, store)
            try check.expect(store.refusal(ann.newEvent(.edit(of: 1, text: "x"))) == .tooManyChanges)
            let page = try store.history(of: .lobby, at: .after(0), limit: 1)
            check.expect(page.events.map(\.content) == [.message(Message(text: "512", edited: page.head))])
            _ = try store.appended(ann.newEvent(.delete(of: 1)))
        },
        Case("a message that takes no more reactions stays so, whatever happened to others since") { store, check in
            _ = try store.appended(ann.newEvent("hello"))
            try fillWithReactions(of: 1, store)
            let head = try store.head(of: .lobby)
            // So many that a store which keeps the latest in memory has to read the first one
            // again.
            let others = 0..<Limits.appenderTargets + 1
            try append(others.map { ann.newEvent("\($0)") }, store)
            try append(others.map { bob.newEvent(.react(of: head + 1 + $0, emoji: "👍", on: true)) }, store)
            for _ in 0..<2 {
                try check.expect(store.refusal(bob.newEvent(.react(of: 1, emoji: "👍", on: true))) == .tooManyChanges)
            }
            try check.expect(store.refusal(bob.newEvent(.unreact(of: 1, emoji: "👍", user: ann.user))) == .notYours)
            _ = try store.appended(ann.newEvent(.react(of: 1, emoji: "🎉", on: true)))
            try check.expect(store.refusal(bob.newEvent(.react(of: 1, emoji: "👍", on: true))) == .tooManyChanges)
        },
        Case("all edits of a message together have a bounded length") { store, check in
            _ = try store.appended(ann.newEvent("hi"))
            let text = String(repeating: "é", count: Limits.textBytes / 2)
            let most = Limits.editCharactersPerMessage / (Limits.textBytes / 2)
            _ = try store.append((1...most).map { _ in ann.newEvent(.edit(of: 1, text: text)) })
            try check.expect(store.refusal(ann.newEvent(.edit(of: 1, text: "x"))) == .tooManyChanges)
            // An empty batch must not change the count.
            _ = try store.append(Batch())
            _ = try store.appended(ann.newEvent(.delete(of: 1)))
            try check.expect(store.refusal(ann.newEvent(.edit(of: 1, text: "x"))) == .messageDeleted)
        },
        Case("payloads count towards the length of a message's edits, also those that are taken over") { store, check in
            _ = try store.appended(ann.newEvent("hi"))
            let payload = Payload(type: "p", data: String(repeating: "x", count: Limits.textBytes - 1))
            _ = try store.appended(ann.newEvent(.edit(of: 1, text: "a", payload: payload)))
            let most = Limits.editCharactersPerMessage / Limits.textBytes
            _ = try store.append((2...most).map { _ in ann.newEvent(.edit(of: 1, text: "b")) })
            try check.expect(store.refusal(ann.newEvent(.edit(of: 1, text: "c"))) == .tooManyChanges)
            check.expect(try store.head(of: .lobby).number == UInt64(most) + 1)
        },
        Case("no page is longer than its limit, whatever was folded in") { store, check in
            var random = SeededGenerator(seed: 11)
            let long = String(repeating: "\n", count: Limits.textBytes)
            let message = Mutation.message(text: "x", payload: Payload(type: "p", data: "\"\""))
            _ = try store.append((1...40).map { _ in ann.newEvent(message) })
            for seq in 1...40 as ClosedRange<Seq> {
                let people = UInt64.random(in: 1...60, using: &random)
                _ = try store.append((1...people).map { Sender($0).newEvent(.react(of: seq, emoji: "👨‍👩‍👧‍👦", on: true)) })
            }
            _ = try store.append((1...20).map { ann.newEvent(.edit(of: $0, text: long)) })
            let head = try store.head(of: .lobby)
            for _ in 0..<60 {
                let anchor = HistoryAnchor.around(Seq(UInt64.random(in: 1...head.number, using: &random)))
                let page = try store.history(of: .lobby, at: anchor, limit: 200)
                check.expect(!page.events.isEmpty)
                check.expect(try encoded(page).count <= Limits.pageBytes)
            }
        },
    ]
}
