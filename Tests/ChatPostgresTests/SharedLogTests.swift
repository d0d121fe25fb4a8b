import ChatRooms
import ChatTesting
import ChatWire
import Foundation
import Testing

@testable import ChatPostgres
@testable import ChatSQL

@Suite struct `Servers that share a log` {
    @Test(arguments: MessageStoreConformance.cases)
    func `keep the duties of a store`(_ duty: MessageStoreConformance.Case) throws {
        try TestDatabase.with { database in
            let folder = try TemporaryFolder()
            let suite = MessageStoreConformance {
                try PostgresStore(address: database.uri, watermark: folder.path + "/log", sharing: .together)
            }
            #expect(suite.failures(of: duty) == [])
        }
    }

    @Test func `number the events of a room together, and each learns what the others have appended`() throws {
        try withServers(2) { servers in
            var known: [[Event]] = [[], []]
            for number in 1...6 {
                let server = number % 2
                let appended = try servers[server].store.append(
                    Batch(newEvents: [servers[server].newEvent("\(number)")]))
                known[server] += appended.others.events.map(\.event) + appended.outcomes.compactMap(\.event)
            }
            for server in 0...1 { known[server] += try servers[server].store.catchUp().events.map(\.event) }
            let log = try servers[0].store.history(of: .lobby, at: .newest, limit: 10).events
            #expect(log.map(\.seq) == Array(1...6))
            #expect(known == [log, log])
            #expect(try servers[0].store.catchUp() == OthersCommits())
        }
    }

    @Test func `begin one after the other, however long that takes`() throws {
        try TestDatabase.with { database in
            let folder = try TemporaryFolder()
            let path = folder.path + "/log"
            let other = try database.connect()
            let (hasTables, isHeld, isDone) = (
                DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
            )
            let failure = Locked<String?>(nil)
            Thread.detachNewThread {
                do {
                    let writer = try PostgresStore.writer(at: database.address, .serving, .together)
                    hasTables.signal()
                    isHeld.wait()
                    _ = try PostgresStore.beginTerm(writer, watermark: path, .together, damaged: DamagedRows())
                } catch {
                    hasTables.signal()
                    failure.withLock { $0 = "\(error)" }
                }
                isDone.signal()
            }
            hasTables.wait()
            try other.inTransaction(.writing) {
                try ServerLock.takeForMigration(other)
                isHeld.signal()
                Thread.sleep(forTimeInterval: Double(Limits.databaseBusy) + 1)
            }
            isDone.wait()
            #expect(failure.withLock { $0 } == nil)
        }
    }

    @Test func `have one epoch, also if they begin at the same time on a new database`() throws {
        try TestDatabase.with { database in
            let folder = try TemporaryFolder()
            let (other, watching) = (try database.connect(), try database.connect())
            let (hasTables, isHeld, isDone) = (
                DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
            )
            let epochs = Locked<[Epoch?]>([])
            for number in 0..<2 {
                Thread.detachNewThread {
                    let writer = try? PostgresStore.writer(at: database.address, .serving, .together)
                    hasTables.signal()
                    isHeld.wait()
                    let opened = writer.flatMap { writer in
                        try? PostgresStore.beginTerm(
                            writer, watermark: "\(folder.path)/\(number)", .together, damaged: DamagedRows())
                    }
                    epochs.withLock { $0.append(opened?.watermark.epoch) }
                    isDone.signal()
                }
            }
            for _ in 0..<2 { hasTables.wait() }
            try other.inTransaction(.writing) {
                try ServerLock.takeForMigration(other)
                for _ in 0..<2 { isHeld.signal() }
                let waiting =
                    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
                while try watching.integer(waiting) != 2 {}
            }
            for _ in 0..<2 { isDone.wait() }
            let found = epochs.withLock(\.self).compactMap(\.self)
            #expect(found.count == 2 && Set(found).count == 1)
        }
    }

    @Test func `append one at a time, in one order, when all of them append at once`() throws {
        try withServers(3) { servers in
            let known = Locked<[[Event]]>(Array(repeating: [], count: servers.count))
            DispatchQueue.concurrentPerform(iterations: servers.count) { index in
                for number in 0..<40 {
                    let rooms = [RoomName.lobby, RoomName("room\(number % 3)")]
                    let newEvents = rooms.compactMap { $0 }.map { servers[index].newEvent("\(number)", in: $0) }
                    guard let appended = try? servers[index].store.append(Batch(newEvents: newEvents)) else { return }
                    known.withLock {
                        $0[index] += appended.others.events.map(\.event) + appended.outcomes.compactMap(\.event)
                    }
                }
            }
            for (index, server) in servers.enumerated() {
                let late = try server.store.catchUp().events.map(\.event)
                known.withLock { $0[index] += late }
            }
            let logs = known.withLock(\.self)
            #expect(logs[0].count == 240)
            #expect(logs[1] == logs[0])
            #expect(logs[2] == logs[0])
        }
    }

    @Test func `take the same send once, whichever server it comes to`() throws {
        try withServers(2) { servers in
            let (one, other) = (servers[0], servers[1])
            // Both have the device's end in their memory.
            _ = try one.store.append([one.newEvent("first", number: 1)])
            _ = try other.store.append([one.newEvent("second", number: 2)])
            let third = one.newEvent("third", number: 3)
            let first = try one.store.append([third])
            let again = try other.store.append([third])
            #expect(again == first.compactMap(\.event).map { .alreadyThere($0) })
            #expect(try one.store.append([one.newEvent("else", number: 2)]) == [.conflict])
            #expect(try one.store.head(of: .lobby) == 3)
        }
    }

    @Test func `know what another one has deleted`() throws {
        try withServers(2) { servers in
            let (one, other) = (servers[0], servers[1])
            _ = try one.store.append([one.newEvent("hello")])
            let reaction = one.newEvent(.react(of: 1, emoji: "👍", on: true))
            #expect(try one.store.append([reaction]).first?.event != nil)
            var deletion = other.newEvent(.delete(of: 1))
            deletion.author = one.author
            #expect(try other.store.append([deletion]).first?.event != nil)
            // The first server has the message in its memory, as it was.
            let late = one.newEvent(.react(of: 1, emoji: "🎉", on: true))
            guard case .refused = try one.store.append([late]).first else {
                Issue.record("A reaction to a deleted message was taken.")
                return
            }
        }
    }

    @Test func `do not take what was said in a removed room for events of the room after it`() throws {
        try withServers(2) { servers in
            let (one, other) = (servers[0], servers[1])
            let (gone, new) = (try #require(RoomName("gone")), try #require(RoomName("new")))
            _ = try one.store.append([one.newEvent("hello"), one.newEvent("1", in: gone), one.newEvent("2", in: gone)])
            var removal: Removal? = Removal(.rooms([gone], quietSince: nil))
            while let next = removal {
                let place = try one.store.append(Batch(removal: next)).removal?.get().next
                removal = place.map { Removal(next.subject, at: $0) }
            }
            _ = try one.store.append([one.newEvent("else", in: new)])
            // The other server reads all of this only now.
            let events = try other.store.catchUp().events
            #expect(events.filter { $0.room == new }.map(\.event.seq) == [1])
            #expect(events.filter { $0.room == gone } == [])
        }
    }

    @Test func `erase a person a little with each commit, until nothing is left`() throws {
        try withServers(2) { servers in
            let (ann, bob, store) = (servers[0], servers[1], servers[0].store)
            let rooms = try (0..<3).map { try #require(RoomName("r\($0)")) }
            for room in rooms {
                _ = try store.append(
                    (0..<6).flatMap { [ann.newEvent("\($0)", in: room), bob.newEvent("\($0)", in: room)] })
                let mark = ReadMark(room: room, user: ann.author.user, point: 3)
                _ = try store.append(Batch(marks: [mark]))
            }
            var (removed, steps) = (Removed(), 0)
            var removal: Removal? = Removal(.person(ann.author.user))
            while let next = removal, steps < 100 {
                let step = try #require(try store.append(Batch(removal: next)).removal).get()
                #expect(step.messages <= Limits.remoteWipeBatch)
                removed.add(step)
                removal = step.next.map { Removal(next.subject, at: $0) }
                steps += 1
            }
            #expect(removal == nil && removed.messages == 18)
            for room in rooms {
                let events = try store.history(of: room, at: .newest, limit: 20).events
                let left = events.filter { if case .message = $0.content { true } else { false } }
                #expect(left.count == 6 && left.allSatisfy { $0.author.user == bob.author.user })
                #expect(try store.mark(of: ann.author.user, in: room) == nil)
            }
        }
    }

    @Test func `erase a few expired messages with each commit, until none is left`() throws {
        try withServers(1) { servers in
            let (store, rooms) = (servers[0].store, try (0..<5).map { try #require(RoomName("r\($0)")) })
            for room in rooms {
                _ = try store.append(
                    (0..<10).map { number in
                        var newEvent = servers[0].newEvent("\(number)", in: room)
                        newEvent.at = Int64(number)
                        return newEvent
                    })
            }
            var (next, steps, messages): (RoomName?, Int, Int) = (nil, 0, 0)
            repeat {
                let expiry = Expiry(Retention(keep: 100, rooms: [rooms[4]: .max]), now: 106, room: next)
                let expired = try #require(try store.append(Batch(expiry: expiry)).expired)
                #expect(expired.messages <= Limits.remoteWipeBatch)
                messages += expired.messages
                next = expired.next
                steps += 1
            } while next != nil && steps < 100
            #expect(messages == 4 * 6 && next == nil)
            for (room, left) in zip(rooms, [4, 4, 4, 4, 10]) {
                let events = try store.history(of: room, at: .newest, limit: 20).events
                #expect(events.count { if case .message = $0.content { true } else { false } } == left)
            }
        }
    }

    @Test func `know who must wait in slow mode`() throws {
        try withServers(3) { servers in
            let (one, other, people) = (servers[0], servers[1], servers[2])
            let (garden, attic) = (try #require(RoomName("garden")), try #require(RoomName("attic")))
            _ = try one.store.append([
                one.newEvent(.settings(SettingsChange(slowMode: 60)), in: garden), one.newEvent("hello", in: attic),
            ])
            func say(_ text: String, at: Int64, to server: Server) throws -> AppendOutcome? {
                var newEvent = people.newEvent(text, in: garden)
                newEvent.at = at
                return try server.store.append([newEvent]).first
            }
            #expect(try say("1", at: 1_000, to: one)?.event != nil)
            #expect(try say("2", at: 2_000, to: other)?.refusal == .rateLimited)
            // Everything else that the other server has cached is forgotten.
            _ = try one.store.append(Batch(removal: Removal(.rooms([attic], quietSince: nil))))
            #expect(try say("3", at: 3_000, to: other)?.refusal == .rateLimited)
            #expect(try say("4", at: 61_000, to: other)?.event != nil)
            #expect(try say("5", at: 62_000, to: one)?.refusal == .rateLimited)
        }
    }

    @Test func `know which messages another one has held`() throws {
        try withServers(2) { servers in
            let (one, other) = (servers[0], servers[1])
            let garden = try #require(RoomName("garden"))
            _ = try other.store.append([other.newEvent(.settings(SettingsChange(slowMode: 60)), in: garden)])
            // The second server has the end of the device in its memory.
            _ = try other.store.append([one.newEvent("first", number: 1)])
            var held = one.newEvent("hold this", in: garden, number: 2)
            (held.at, held.verdict) = (1_000, .held)
            #expect(try one.store.append([held]) == [.held])
            #expect(try other.store.append([held]) == [.held])
            var next = one.newEvent("next", in: garden, number: 3)
            next.at = 2_000
            #expect(try other.store.append([next]).first?.refusal == .rateLimited)
            let waiting = try other.store.held(of: garden, for: other.author.user, after: 0, limit: 10).messages
            #expect(waiting.count == 1)
            // Publishing it later makes nobody wait longer.
            let decision = HeldChange(
                room: garden, place: try #require(waiting.first?.number), author: other.author, role: .user,
                id: .random(), at: 60_000, decision: HeldDecision(.publish))
            guard case .published? = try other.store.append(Batch(decisions: [decision])).decisions.first else {
                Issue.record("it is not published")
                return
            }
            next.at = 61_500
            #expect(try one.store.append([next]).first?.event != nil)
        }
    }

    @Test func `take the pins off messages that another one has erased`() throws {
        try withServers(2) { servers in
            let (one, other) = (servers[0], servers[1])
            let garden = try #require(RoomName("garden"))
            _ = try one.store.append([
                one.newEvent(.settings(SettingsChange(title: "Garden")), in: garden), one.newEvent("old", in: garden),
                one.newEvent(.pin(of: 2, on: true), in: garden),
            ])
            _ = try other.store.append(Batch(expiry: Expiry(Retention(keep: 5), now: 10)))
            #expect(try one.store.info(of: garden, for: one.author.user)?.pins == [])
            _ = try one.store.append([one.newEvent("new", in: garden), one.newEvent(.pin(of: 4, on: true), in: garden)])
            #expect(try one.store.info(of: garden, for: one.author.user)?.pins == [4])
        }
    }

    @Test func `know which rooms another one has removed, and their epochs`() throws {
        try withServers(2) { servers in
            let (one, other) = (servers[0], servers[1])
            let room = try #require(RoomName("attic"))
            _ = try one.store.append([one.newEvent("old", in: room)])
            _ = try other.store.catchUp()
            let former = try one.store.epoch(of: room)
            var removal = Removal(.rooms([room], quietSince: nil))
            while true {
                let step = try #require(try other.store.append(Batch(removal: removal)).removal).get()
                guard let next = step.next else { break }
                removal.place = next
            }
            let appended = try one.store.append(Batch(newEvents: [one.newEvent("new", in: room)]))
            #expect(appended.others.removedRooms == [room])
            #expect(appended.outcomes.first?.event?.seq == 1)
            #expect(appended.epochs[room] != former)
            #expect(try other.store.catchUp().epochs == appended.epochs)
        }
    }

    @Test func `serve one log in one term, and count its events`() throws {
        try TestDatabase.with { database in
            let folder = try TemporaryFolder()
            func open(_ name: String) throws -> PostgresStore {
                try PostgresStore(address: database.uri, watermark: "\(folder.path)/\(name)", sharing: .together)
            }
            let one = try open("one")
            _ = try one.append([Server(store: one, user: 1).newEvent("hello")])
            let two = try open("two")
            #expect(two.epoch == one.epoch && !two.continuityLost)
            _ = try two.append([Server(store: two, user: 2).newEvent("you, too")])
            _ = try one.catchUp()
            try one.close()
            // It comes back while the other one serves, and after that.
            let again = try open("one")
            #expect(again.epoch == two.epoch && !again.continuityLost)
            try two.close()
            try again.close()
            let last = try open("one")
            #expect(last.epoch == two.epoch && !last.continuityLost)
            try last.close()
        }
    }

    @Test func `begin a new epoch together when the database went back`() throws {
        try TestDatabase.with { database in
            let folder = try TemporaryFolder()
            func open(_ name: String) throws -> PostgresStore {
                try PostgresStore(address: database.uri, watermark: "\(folder.path)/\(name)", sharing: .together)
            }
            let (one, two) = (try open("one"), try open("two"))
            _ = try one.append([Server(store: one, user: 1).newEvent("kept")])
            // The second server has only heard of this one.
            _ = try one.append([Server(store: one, user: 1).newEvent("lost")])
            _ = try two.catchUp()
            for store in [one, two] { try store.close() }
            try database.connect().execute("DELETE FROM event WHERE text = 'lost'")
            let first = try open("two")
            #expect(first.continuityLost && first.epoch != one.epoch)
            let second = try open("one")
            #expect(!second.continuityLost && second.epoch == first.epoch)
            // Files that the log does not know may be those of the lost event, for both of them.
            #expect(first.mayLackEvents && second.mayLackEvents)
            #expect(try second.append([Server(store: second, user: 1).newEvent("anew")]).first?.event?.seq == 2)
            for store in [first, second] { try store.close() }
            let next = try open("one")
            #expect(!next.mayLackEvents)
            try next.close()
        }
    }

    @Test func `use an invite for one account once, also if two of them use it at the same moment`() throws {
        try withServers(2) { servers, database in
            let (one, other) = (servers[0].store.accounts(), servers[1].store.accounts())
            try one.add(Invite(role: .administrator, uses: 1, expires: 100), code: [1])
            let added = Locked<AccountAddition?>(nil)
            let thread = DispatchGroup()
            let role = try one.change { db in
                let role = try InviteTable.use([1], at: 5, db)
                DispatchQueue.global().async(group: thread) {
                    let bob = Account(user: .issued(), name: "bob", created: 5)
                    let password = PasswordHash(salt: [1], key: [2], rounds: 16, blockSize: 8, parallelism: 1)
                    let addition = (try? other.add(bob, password, invite: [1])) ?? .nameTaken
                    added.withLock { $0 = addition }
                }
                let watching = try database.connect()
                let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'"
                while try watching.integer(waiting) == 0 {
                    // A transaction in which nothing happens is ended after a while.
                    _ = try db.integer("SELECT 1")
                    try #require(added.withLock(\.self) == nil, "It did not wait.")
                }
                return role
            }
            #expect(thread.wait(timeout: .now() + 60) == .success)
            #expect(role == .administrator)
            #expect(added.withLock(\.self) == .inviteRefused)
            #expect(try one.holder(of: ConfusableSkeleton(of: "bob")) == nil, "The name is still free.")
        }
    }

    @Test func `have one key of guest tokens, also if they make it at the same time`() throws {
        try withServers(4) { servers in
            let keys = Locked<Set<[UInt8]>>([])
            DispatchQueue.concurrentPerform(iterations: servers.count) { index in
                let accounts = servers[index].store.accounts()
                let key = try? accounts.tokenKey()
                keys.withLock { _ = $0.insert(key ?? []) }
                try? accounts.close()
            }
            #expect(keys.withLock(\.self).map(\.count) == [32])
        }
    }

    @Test func `do not share with a server that has the database for itself`() throws {
        try TestDatabase.with { database in
            let folder = try TemporaryFolder()
            let path = folder.path + "/log"
            let alone = try PostgresStore(address: database.uri, watermark: path)
            #expect(throws: ServerLock.takenAlone) {
                try PostgresStore(address: database.uri, watermark: path + "2", sharing: .together)
            }
            try alone.close()
            let shared = try PostgresStore(address: database.uri, watermark: path, sharing: .together)
            #expect(throws: ServerLock.taken) { try PostgresStore(address: database.uri, watermark: path + "2") }
            try shared.close()
        }
    }

    @Test func `end the session of one that stands still within a transaction, and go on`() throws {
        try withServers(2) { servers, database in
            let (one, other) = (servers[0], servers[1])
            _ = try one.store.append([one.newEvent("one")])
            // A server that has sent statements, and not the end of its transaction.
            let hanging = try database.connect()
            _ = try ServerLock.take(hanging, isShared: true)
            try hanging.inTransaction(.writing) {
                try ServerLock.takeForMigration(hanging)
                _ = try ServerLock.join(hanging)
            }
            #expect(throws: (any Error).self) {
                try hanging.inTransaction(.writing) {
                    _ = try hanging.integer("SELECT number FROM commit_list_end FOR UPDATE")
                    #expect(try other.store.append([other.newEvent("two")]).first?.event?.seq == 2)
                    _ = try hanging.integer("SELECT 1")
                }
            }
            #expect(try one.store.catchUp().events.map(\.event.seq) == [2])
        }
    }

    @Test func `end no session that is not within a transaction`() throws {
        try withServers(1) { servers, database in
            _ = try servers[0].store.append([servers[0].newEvent("one")])
            try ServerLock.endHanging(.member, seconds: 0, database.connect())
            _ = try servers[0].store.append([servers[0].newEvent("two")])
        }
    }

    @Test func `fail when they are too far behind`() throws {
        try withServers(2) { servers, database in
            _ = try servers[0].store.append([servers[0].newEvent("one")])
            _ = try servers[0].store.append([servers[0].newEvent("two")])
            try database.connect().execute("DELETE FROM commit_list WHERE number = 1")
            #expect(throws: StoreError.self) { try servers[1].store.catchUp() }
            #expect(throws: StoreError.self) { try servers[1].store.append([servers[1].newEvent("three")]) }
            #expect(try servers[0].store.head(of: .lobby) == 2)
        }
    }

    /// A store with a user who writes there.
    private struct Server {
        let store: PostgresStore
        let user: UInt64

        var author: Author { Author(user: UserID(high: 7, low: user), name: "user\(user)") }

        func newEvent(_ mutation: Mutation, in room: RoomName = .lobby, number: UInt64? = nil) -> NewEvent {
            NewEvent(
                room: room, id: .random(), at: 1, author: author,
                idempotencyKey: number.map { IdempotencyKey(device: DeviceID(high: 9, low: user), number: $0) },
                mutation: mutation)
        }

        func newEvent(_ text: String, in room: RoomName = .lobby, number: UInt64? = nil) -> NewEvent {
            newEvent(.message(text: text), in: room, number: number)
        }
    }

    private func withServers(_ count: Int, _ body: ([Server]) throws -> Void) throws {
        try withServers(count) { servers, _ in try body(servers) }
    }

    private func withServers(_ count: Int, _ body: ([Server], TestDatabase) throws -> Void) throws {
        try TestDatabase.with { database in
            let folder = try TemporaryFolder()
            let servers = try (0..<count).map { index in
                let store = try PostgresStore(
                    address: database.uri, watermark: "\(folder.path)/\(index)", sharing: .together)
                return Server(store: store, user: UInt64(index))
            }
            defer { for server in servers { try? server.store.close() } }
            try body(servers, database)
        }
    }
}

extension AppendOutcome {
    fileprivate var refusal: WireError.Code? { if case .refused(let error) = self { error.code } else { nil } }
    fileprivate var event: Event? { if case .appended(let event) = self { event } else { nil } }
}
