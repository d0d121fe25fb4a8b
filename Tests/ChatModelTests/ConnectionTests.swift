import ChatTesting
import ChatWire
import Testing

@testable import ChatModel

@Suite struct ConnectionTests {
    private func connected(authenticates: Bool = false, token: String? = nil) -> Connection {
        var connection = Connection(token: token, authenticates: authenticates)
        _ = connection.handle(.start, at: .at(0))
        _ = connection.handle(.opened, at: .at(0))
        _ = connection.handle(.welcomed(token: "token", ping: 25), at: .at(0))
        return connection
    }

    @Test func `it loads once, and connects again after that`() {
        var connection = Connection()
        #expect(connection.phase == .initial)
        #expect(connection.handle(.start, at: .at(0)).contains(.open))
        #expect(connection.phase == .loading)
        #expect(connection.handle(.opened, at: .at(0)) == [.greet])
        #expect(connection.phase == .loading)
        _ = connection.handle(.welcomed(token: "token", ping: 25), at: .at(0))
        #expect(connection.phase == .connected)
        _ = connection.handle(.closed(nil), at: .at(1))
        #expect(connection.phase == .connecting)
        #expect(connection.trouble == nil)
        #expect(connection.handle(.stop, at: .at(2)).contains(.cancel(.connect)))
        #expect(connection.phase == .initial)
    }

    @Test func `back-off is drawn from all of a time that doubles up to 30 s`() {
        let longest = (0..<8).map { Backoff.delay(failures: $0, random: .max) }
        #expect(longest == [999, 1_999, 3_999, 7_999, 15_999, 29_999, 29_999, 29_999])
        #expect(Backoff.delay(failures: 5, random: 0) == 0)
        #expect(Backoff.delay(failures: 0, advice: 1_250, random: 0) == 1_250)
        #expect(Backoff.delay(failures: 0, advice: .max, random: 0) == 300_000)
    }

    @Test func `a client in front of its user waits 10 s at most, and one in the background 30 s`() {
        var connection = connected()
        func waits() -> [Int64] {
            var waits = connection.handle(.closed(nil), at: .at(1, random: .max)).compactMap(\.connectWait)
            for _ in 0..<6 {
                _ = connection.handle(.timer(.connect), at: .at(1))
                waits += connection.handle(.closed(nil), at: .at(1, random: .max)).compactMap(\.connectWait)
            }
            _ = connection.handle(.timer(.connect), at: .at(1))
            _ = connection.handle(.opened, at: .at(1))
            _ = connection.handle(.welcomed(token: "token", ping: 25), at: .at(1))
            return waits
        }
        #expect(waits() == [999, 1_999, 3_999, 7_999, 9_999, 9_999, 9_999])
        _ = connection.handle(.foreground(false), at: .at(1))
        #expect(connection.handle(.closed(nil), at: .at(1, random: .max)).contains(.wait(.connect, 29_999)))
        // Who comes back does not wait.
        #expect(connection.handle(.foreground(true), at: .at(1)).contains(.open))
    }

    @Test func `many clients come back spread over ten seconds`() {
        var random = SeededGenerator(seed: 1)
        var perSecond = Array(repeating: 0, count: 10)
        for _ in 0..<10_000 {
            var (time, outage) = (Int64(0), Int64(60_000))
            while time < outage {
                time += Backoff.delay(failures: 5, random: random.next(), longest: Limits.reconnectLongest)
            }
            outage = time - outage
            perSecond[Int(outage / 1_000)] += 1
        }
        #expect(perSecond.allSatisfy { $0 > 50 && $0 < 2_100 }, "\(perSecond)")
    }

    @Test func `failures in a row wait longer, a connection that lasted begins anew`() {
        var connection = connected()
        var waits: [Int64] = []
        var actions = connection.handle(.closed(nil), at: .at(1, random: .max))
        for _ in 0..<4 {
            waits += actions.compactMap(\.connectWait)
            _ = connection.handle(.timer(.connect), at: .at(1))
            actions = connection.handle(.closed(nil), at: .at(1, random: .max))
        }
        #expect(waits == [999, 1_999, 3_999, 7_999])
        #expect(connection.trouble == .unreachable)
        _ = connection.handle(.timer(.connect), at: .at(1))
        _ = connection.handle(.opened, at: .at(1))
        _ = connection.handle(.welcomed(token: "", ping: 25), at: .at(1))
        #expect(connection.trouble == nil)
        actions = connection.handle(.closed(nil), at: .at(10_001, random: .max))
        #expect(actions.contains(.wait(.connect, 999)))
    }

    @Test(arguments: [1001, 1005, 1006, 1011, 1012, 1013, 4000, 4199])
    func `after these codes it comes back with its token`(_ code: UInt16) {
        var connection = connected()
        #expect(connection.handle(.closed(CloseCode(code)), at: .at(1)).contains { $0.isWait(.connect) })
        #expect(connection.token == "token")
        #expect(!connection.hasGivenUp)
    }

    @Test(arguments: [4200, 4201, 4202, 4399])
    func `after these it comes back without it`(_ code: UInt16) {
        var connection = connected()
        #expect(connection.handle(.closed(CloseCode(code)), at: .at(1)).contains { $0.isWait(.connect) })
        #expect(connection.token == nil)
    }

    @Test(arguments: [1000, 1002, 1003, 1007, 1008, 1009, 3999, 4400, 4401, 4599])
    func `after these it gives up and says so, until it is told to try again`(_ code: UInt16) {
        var connection = connected()
        #expect(!connection.handle(.closed(CloseCode(code)), at: .at(1)).contains { $0.isWait(.connect) })
        #expect(connection.trouble == .closed(CloseCode(code)))
        #expect(connection.hasGivenUp)
        #expect(connection.handle(.timer(.connect), at: .at(2)).isEmpty)
        #expect(connection.handle(.reconnect, at: .at(3)).contains(.open))
        #expect(!connection.hasGivenUp)
    }

    @Test func `a guest whose token is refused says hello again without it, once`() {
        var connection = Connection(token: "old")
        _ = connection.handle(.start, at: .at(0))
        _ = connection.handle(.opened, at: .at(0))
        let refusal = WireError(.tokenRefused, "No such token.")
        #expect(connection.handle(.refused(refusal), at: .at(0)) == [.greet])
        #expect(connection.token == nil)
        _ = connection.handle(.refused(refusal), at: .at(0))
        #expect(connection.trouble == .refused(refusal))
    }

    @Test func `where tokens come from outside, a refused one is replaced, and the second refusal is the end`() {
        var connection = Connection(authenticates: true)
        #expect(connection.handle(.start, at: .at(0)).contains(.authenticate(replacing: nil)))
        #expect(connection.handle(.token("one"), at: .at(0)).contains(.open))
        _ = connection.handle(.opened, at: .at(0))
        let refusal = WireError(.tokenRefused, "Expired.")
        #expect(connection.handle(.refused(refusal), at: .at(0)).contains(.authenticate(replacing: "one")))
        #expect(connection.handle(.token("two"), at: .at(0)).contains(.open))
        _ = connection.handle(.opened, at: .at(0))
        _ = connection.handle(.refused(refusal), at: .at(0))
        #expect(connection.trouble == .unauthenticated)
        #expect(connection.handle(.token("three"), at: .at(0)).contains(.open))
        #expect(connection.token == "three")
    }

    @Test func `a token that expires is replaced while the connection goes on`() {
        var connection = connected(authenticates: true, token: "old")
        #expect(connection.handle(.expiring, at: .at(0)) == [.authenticate(replacing: "token")])
        #expect(connection.handle(.token("new"), at: .at(0)) == [.renew])
        #expect(connection.token == "new")
        // The same token again, or none, is nothing to send.
        #expect(connection.handle(.token("new"), at: .at(0)).isEmpty)
        #expect(connection.handle(.token(nil), at: .at(0)).isEmpty)
        #expect(connection.phase == .connected && connection.token == "new")
        // A guest has nobody to ask, and a connection that is not there has nothing to renew.
        var guest = connected()
        #expect(guest.handle(.expiring, at: .at(0)).isEmpty)
        _ = connection.handle(.closed(nil), at: .at(0))
        #expect(connection.handle(.expiring, at: .at(0)).isEmpty)
    }

    @Test func `after a token has expired, the app is asked for another one`() {
        var connection = connected(authenticates: true, token: "old")
        #expect(connection.handle(.closed(.tokenExpired), at: .at(1)).contains { $0.isWait(.connect) })
        #expect(connection.handle(.timer(.connect), at: .at(1)).contains(.authenticate(replacing: "token")))
        #expect(connection.handle(.token("new"), at: .at(1)).contains(.open))
        #expect(connection.token == "new")
    }

    @Test func `a missing token is reported, and so is a name that is taken`() {
        var connection = Connection(authenticates: true)
        _ = connection.handle(.start, at: .at(0))
        _ = connection.handle(.token(nil), at: .at(0))
        #expect(connection.trouble == .unauthenticated)
        connection = Connection()
        _ = connection.handle(.start, at: .at(0))
        _ = connection.handle(.opened, at: .at(0))
        let taken = WireError(.nameTaken, "Taken.")
        _ = connection.handle(.refused(taken), at: .at(0))
        #expect(connection.trouble == .refused(taken))
        #expect(connection.handle(.reintroduce, at: .at(0)).contains(.open))
    }

    @Test func `a source of tokens that fails is asked again with back-off, and never given up`() {
        var connection = Connection(authenticates: true)
        #expect(connection.handle(.start, at: .at(0)).contains(.authenticate(replacing: nil)))
        var waits: [Int64] = []
        for _ in 0..<7 {
            let actions = connection.handle(.tokenFailed(nil), at: .at(0, random: .max))
            waits += actions.compactMap(\.connectWait)
            #expect(connection.trouble == .unreachable && !connection.hasGivenUp)
            #expect(connection.handle(.timer(.connect), at: .at(0)).contains(.authenticate(replacing: nil)))
        }
        #expect(waits == [999, 1_999, 3_999, 7_999, 9_999, 9_999, 9_999])
        // Its own pause counts, and its sentence is shown.
        let busy = WireError(.overloaded, "Later.", retry: 60_000)
        #expect(connection.handle(.tokenFailed(busy), at: .at(0, random: 0)).contains(.wait(.connect, 60_000)))
        #expect(connection.trouble == .delayed(busy))
        #expect(connection.handle(.reconnect, at: .at(0)).contains(.authenticate(replacing: nil)))
        // An answer that comes late, or twice, changes nothing.
        #expect(connection.handle(.token("one"), at: .at(0)).contains(.open))
        #expect(connection.handle(.tokenFailed(nil), at: .at(0)).isEmpty)
    }

    @Test func `a failing source between two refusals does not hide the second one`() {
        var connection = Connection(token: "one", authenticates: true)
        _ = connection.handle(.start, at: .at(0))
        _ = connection.handle(.opened, at: .at(0))
        let refusal = WireError(.tokenRefused, "Expired.")
        _ = connection.handle(.refused(refusal), at: .at(0))
        _ = connection.handle(.tokenFailed(nil), at: .at(0))
        #expect(connection.handle(.timer(.connect), at: .at(1)).contains(.authenticate(replacing: "one")))
        _ = connection.handle(.token("two"), at: .at(1))
        _ = connection.handle(.opened, at: .at(1))
        _ = connection.handle(.refused(refusal), at: .at(1))
        #expect(connection.trouble == .unauthenticated)
        // The user tries again: from the beginning.
        #expect(connection.handle(.reconnect, at: .at(2)).contains(.authenticate(replacing: "two")))
        _ = connection.handle(.token("three"), at: .at(2))
        _ = connection.handle(.opened, at: .at(2))
        #expect(connection.handle(.refused(refusal), at: .at(2)).contains(.authenticate(replacing: "three")))
    }

    @Test func `a user whose session has ended is asked to sign in, and does not come back as a guest`() {
        var connection = connected()
        #expect(connection.handle(.signedIn(token: "ann"), at: .at(1)).contains(.open))
        _ = connection.handle(.opened, at: .at(1))
        #expect(connection.token == "ann")
        _ = connection.handle(.welcomed(token: "ann", ping: 25), at: .at(1))
        _ = connection.handle(.closed(CloseCode(4201)), at: .at(2))
        #expect(
            connection.handle(.timer(.connect), at: .at(3)) == [.cancel(.connect), .authenticate(replacing: "ann")])
        _ = connection.handle(.token(nil), at: .at(3))
        #expect(connection.trouble == .unauthenticated && connection.hasGivenUp)
        #expect(connection.handle(.signedIn(token: "again"), at: .at(4)).contains(.open))
    }

    private let taken = WireError(.nameTaken, "Taken.")

    /// Connects, is told that the name is taken, and so on until it gives up or is let in. How long
    /// that took.
    private func contend(_ connection: inout Connection, from start: Int64, free: Int64 = .max) -> Int64 {
        var now = start
        var actions = [Connection.Action.open]
        for random in [UInt64.max, 0, .max / 2, .max, .max, .max, .max, .max] where actions.contains(.open) {
            _ = connection.handle(.opened, at: .at(now))
            if now >= free {
                _ = connection.handle(.welcomed(token: "token", ping: 25), at: .at(now))
                break
            }
            actions = connection.handle(.refused(taken), at: .at(now, random: random))
            guard let wait = actions.compactMap(\.connectWait).first else { break }
            #expect(connection.trouble == .delayed(taken))
            #expect(ConnectionNotice(connection, pending: 0)?.sentence == "Taken. Trying again.")
            now += wait
            actions = connection.handle(.timer(.connect), at: .at(now))
        }
        return now - start
    }

    @Test func `a name that the client's own dead connection may hold is asked for until that is over`() {
        // A hello that was never answered, in this process or in an earlier one.
        var lost = Connection()
        _ = lost.handle(.start, at: .at(0))
        _ = lost.handle(.opened, at: .at(0))
        _ = lost.handle(.closed(nil), at: .at(0))
        _ = lost.handle(.timer(.connect), at: .at(1_000))
        var restarted = Connection(hasGreeted: true)
        _ = restarted.handle(.start, at: .at(1_000))
        for var connection in [lost, restarted] {
            #expect(contend(&connection, from: 1_000) == Limits.ghostDeadline)
            #expect(connection.trouble == .refused(taken))
            // Another's, that is certain now.
            #expect(connection.handle(.reconnect, at: .at(40_000)).contains(.open))
            #expect(contend(&connection, from: 40_000) == 0)
            #expect(connection.trouble == .refused(taken))
        }
        #expect(contend(&restarted, from: 1_000, free: 9_000) < Limits.ghostDeadline)
        #expect(restarted.phase == .connected)
        #expect(Limits.ghostDeadline > Limits.pingInterval + Limits.pongDeadline)
    }

    @Test func `a name that no connection of the client's can hold is reported as taken at once`() {
        var first = Connection()
        _ = first.handle(.start, at: .at(0))
        #expect(contend(&first, from: 0) == 0)
        #expect(first.trouble == .refused(taken))
        // Chosen anew, after a hello that was refused and after one that was not answered.
        #expect(first.handle(.reintroduce, at: .at(1)).contains(.open))
        #expect(contend(&first, from: 1) == 0)
        var restarted = Connection(hasGreeted: true)
        _ = restarted.handle(.start, at: .at(0))
        #expect(restarted.handle(.reintroduce, at: .at(0)).contains(.open))
        #expect(contend(&restarted, from: 0) == 0)
        // With a token one is the same user: one's own connection would let one in.
        var known = connected()
        _ = known.handle(.closed(nil), at: .at(1))
        _ = known.handle(.timer(.connect), at: .at(2))
        #expect(contend(&known, from: 2) == 0)
        #expect(known.trouble == .refused(taken))
    }

    @Test func `a new name that is refused gives way to the former one, on the same connection`() {
        var connection = connected(token: "token")
        let actions = connection.handle(.reintroduce, at: .at(1))
        #expect(actions.contains(.close(.returning)) && actions.contains(.open))
        _ = connection.handle(.opened, at: .at(1))
        #expect(connection.handle(.refused(taken), at: .at(1)) == [.keepName, .greet])
        _ = connection.handle(.welcomed(token: "token", ping: 25), at: .at(1))
        #expect(connection.phase == .connected && connection.nameRefusal == taken && connection.trouble == nil)
        let notice = ConnectionNotice(connection, pending: 0)
        #expect(notice?.sentence == "Taken. You keep your former name." && notice?.remedy == .rename)
        _ = connection.handle(.nameRefusalSeen, at: .at(2))
        #expect(ConnectionNotice(connection, pending: 0) == nil)
        // The former name is refused, too: it is not the name.
        _ = connection.handle(.reintroduce, at: .at(3))
        _ = connection.handle(.opened, at: .at(3))
        _ = connection.handle(.refused(taken), at: .at(3))
        #expect(connection.handle(.refused(taken), at: .at(3)).contains(.close(.normal)))
        #expect(connection.trouble == .refused(taken) && connection.nameRefusal == nil)
        // A new name after that.
        #expect(connection.handle(.reintroduce, at: .at(4)).contains(.open))
        _ = connection.handle(.opened, at: .at(4))
        _ = connection.handle(.welcomed(token: "token", ping: 25), at: .at(4))
        #expect(connection.nameRefusal == nil && connection.phase == .connected)
    }

    @Test func `an unanswered hello may leave a second dead connection that has the name`() {
        var connection = Connection(hasGreeted: true)
        _ = connection.handle(.start, at: .at(0))
        _ = connection.handle(.opened, at: .at(0))
        _ = connection.handle(.refused(taken), at: .at(0))
        _ = connection.handle(.timer(.connect), at: .at(30_000))
        _ = connection.handle(.opened, at: .at(30_000))
        _ = connection.handle(.closed(nil), at: .at(30_000))
        _ = connection.handle(.timer(.connect), at: .at(31_000))
        #expect(contend(&connection, from: 31_000) == Limits.ghostDeadline)
        // Others' refusals in between leave it as it was.
        connection = Connection(hasGreeted: true)
        _ = connection.handle(.start, at: .at(0))
        _ = connection.handle(.opened, at: .at(0))
        _ = connection.handle(.refused(taken), at: .at(0))
        _ = connection.handle(.timer(.connect), at: .at(10_000))
        _ = connection.handle(.opened, at: .at(10_000))
        _ = connection.handle(.refused(WireError(.overloaded, "Busy.")), at: .at(10_000))
        _ = connection.handle(.timer(.connect), at: .at(20_000))
        #expect(contend(&connection, from: 20_000) == Limits.ghostDeadline - 20_000)
    }

    @Test func `a temporary refusal of the hello is waited for as long as the server says`() {
        var connection = Connection()
        _ = connection.handle(.start, at: .at(0))
        _ = connection.handle(.opened, at: .at(0))
        let busy = WireError(.overloaded, "Busy.", retry: 7_000)
        #expect(connection.handle(.refused(busy), at: .at(0)).contains(.wait(.connect, 7_000)))
        #expect(connection.trouble == .delayed(busy))
        // Such a sentence of the server says what follows.
        #expect(ConnectionNotice(connection, pending: 0)?.sentence == "Busy.")
    }

    @Test func `a silent connection is pinged after 25 s, and given up after 33 s`() {
        var connection = connected()
        #expect(connection.handle(.timer(.silence), at: .at(24_999)) == [.wait(.silence, 1)])
        #expect(connection.handle(.timer(.silence), at: .at(25_000)) == [.ping, .wait(.silence, 8_000)])
        #expect(connection.handle(.timer(.silence), at: .at(33_000)).contains(.close(.pingUnanswered)))
        #expect(connection.phase == .connecting)
    }

    @Test func `a connection that hears anything is kept`() {
        var connection = connected()
        _ = connection.handle(.heard, at: .at(32_000))
        #expect(connection.handle(.timer(.silence), at: .at(33_000)) == [.wait(.silence, 24_000)])
        #expect(connection.phase == .connected)
    }

    @Test func `a network that is said to be gone is only asked about, its return ends the wait`() {
        var connection = connected()
        #expect(connection.handle(.online(false), at: .at(1)) == [.ping, .wait(.probe, 5_000)])
        _ = connection.handle(.heard, at: .at(2))
        #expect(connection.handle(.timer(.probe), at: .at(5_001)).isEmpty)
        _ = connection.handle(.online(false), at: .at(6_000))
        #expect(connection.handle(.timer(.probe), at: .at(11_000)).contains(.lost))
        #expect(connection.handle(.online(true), at: .at(11_001)).contains(.open))
    }

    @Test func `a connection that never gets its welcome is given up for another`() {
        var connection = Connection()
        _ = connection.handle(.start, at: .at(0))
        let actions = connection.handle(.timer(.welcome), at: .at(10_000))
        #expect(actions.contains(.close(.normal)))
        #expect(actions.contains { $0.isWait(.connect) })
    }

    @Test func `what comes late, twice or out of place changes nothing`() {
        var connection = Connection()
        for input in [
            Connection.Input.opened, .closed(nil), .welcomed(token: "x", ping: 1), .timer(.connect), .reconnect,
        ] {
            #expect(connection.handle(input, at: .at(0)).isEmpty)
        }
        #expect(connection.phase == .initial)
        connection = connected()
        let before = connection
        #expect(connection.handle(.welcomed(token: "x", ping: 1), at: .at(1)).isEmpty)
        #expect(connection.handle(.opened, at: .at(1)).isEmpty)
        #expect(connection.handle(.start, at: .at(1)).isEmpty)
        #expect(connection == before)
    }
}

extension Connection.Action {
    func isWait(_ timer: Chat.Timer) -> Bool { if case .wait(timer, _) = self { true } else { false } }
    var connectWait: Int64? { if case .wait(.connect, let time) = self { time } else { nil } }
}
