import ChatRooms
import ChatWire
import NIOCore
import Testing

@testable import ChatServer

@Suite struct LineBudgetTests {
    private func address(_ number: Int) throws -> ClientAddress {
        ClientAddress(try SocketAddress(ipAddress: "10.0.\(number / 250).\(number % 250 + 1)", port: 1))
    }

    @Test func `a limited number of lines is written about one address, and the others are counted`() throws {
        var budget = LineBudget()
        let (loud, quiet) = (try address(1), try address(2))
        let written = (0..<1_000).count { _ in budget.take(loud, at: 0) }
        #expect(written == Limits.securityLogLinesPerAddress)
        let isHeard = budget.take(quiet, at: 1)
        #expect(isHeard)
        let early = budget.renew(at: Limits.securityLogInterval - 1)
        #expect(early == nil)
        let omitted = UInt64(1_000 - written)
        let ended = budget.renew(at: Limits.securityLogInterval)
        #expect(ended == .init(count: omitted, addresses: [.init(address: loud, count: omitted)]))
        let isHeardAgain = budget.take(loud, at: Limits.securityLogInterval)
        #expect(isHeardAgain)
        let nothing = budget.renew(at: 3 * Limits.securityLogInterval)
        #expect(nothing == nil)
    }

    @Test func `addresses beyond those that are kept are counted, and need no memory`() throws {
        var budget = LineBudget()
        var written = 0
        for round in 0..<3 {
            for number in 0..<(2 * Limits.securityLogAddresses) where budget.take(try address(number), at: Int64(round))
            {
                written += 1
            }
        }
        #expect(written == Limits.securityLogLines)
        let ended = budget.renew(at: Limits.securityLogInterval)
        let omission = try #require(ended)
        #expect(omission.count == UInt64(6 * Limits.securityLogAddresses - written))
        #expect(omission.addresses.count == Limits.securityLogSummaries)
        #expect(omission.addresses.allSatisfy { $0.count == 3 })
    }
}
