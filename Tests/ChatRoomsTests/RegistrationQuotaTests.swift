import ChatWire
import Testing

@testable import ChatRooms

@Suite struct RegistrationQuotaTests {
    private static let most = Limits.registrationsPerAddress
    private var quota = RegistrationQuota()

    private mutating func made(_ count: Int, from client: ClientAddress, at now: Int64 = 0) -> Int {
        var made = 0
        for _ in 0..<count where quota.refusal(from: client, at: now) == nil { made += 1 }
        return made
    }

    @Test mutating func `an address makes so many accounts at once, and as many again in a day`() throws {
        let home = ClientAddress(.v4(0xCB00_7107), isLocal: false)
        #expect(made(Self.most - 1, from: home) == Self.most - 1)
        #expect(made(2, from: home) == 1)
        let pause = UInt64(Limits.registrationsPeriod) * 1_000 / UInt64(Self.most)
        let refused = quota.refusal(from: home, at: 0)
        let refusal = try #require(refused)
        #expect(refusal.code == .addressLimited && refusal.retry == pause)
        #expect(refusal.text.contains("new accounts"))
        let nanoseconds = Int64(pause) * 1_000_000
        #expect(made(1, from: home, at: nanoseconds - 1_000_000) == 0)
        #expect(made(2, from: home, at: nanoseconds) == 1)
        #expect(made(100, from: home, at: 3 * Int64(Limits.registrationsPeriod) * 1_000_000_000) == Self.most)
        #expect(made(1, from: ClientAddress(.v4(0xCB00_7108), isLocal: false)) == 1, "others are not concerned")
    }

    @Test mutating func `an account that was not made costs nothing`() {
        let home = ClientAddress(.v6(0x2001_0DB8_0001_0000), isLocal: false)
        #expect(made(Self.most, from: home) == Self.most)
        quota.giveBack(home)
        #expect(made(2, from: home) == 1)
    }

    @Test mutating func `a site has as much as eight of its networks`() {
        let all = (0..<100).reduce(0) { sum, network in
            sum + made(Self.most, from: ClientAddress(.v6(0x2001_0DB8_0001_0000 + UInt64(network)), isLocal: false))
        }
        #expect(all == Self.most * Limits.addressesPerSite)
    }

    @Test mutating func `this machine has no limit`() {
        #expect(made(1_000, from: ClientAddress(.v4(0x7F00_0001), isLocal: true)) == 1_000)
    }
}
