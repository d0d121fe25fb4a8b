import ChatWire
import Testing

@testable import ChatRooms

@Suite struct ReportQuotaTests {
    private let hour: Int64 = 3_600_000_000_000
    private let near = ClientAddress(.fileSystem, isLocal: true)
    private let far = ClientAddress(.v4(0x7F00_0009), isLocal: false)

    private func change(
        _ user: UInt64, _ act: ReportChange.Act = .report(Report(.spam)), role: ServerRole = .guest
    ) -> ReportChange {
        ReportChange(
            room: .lobby, seq: 1, author: Author(user: UserID(high: 1, low: user), name: "x"), role: role, at: 0,
            act: act)
    }

    @Test func `a user reports so much at once, and as much again within an hour`() {
        var quota = ReportQuota()
        for _ in 0..<Limits.reportsPerUser { #expect(quota.refusal(of: change(1), from: near, at: 0) == nil) }
        let refused = quota.refusal(of: change(1), from: near, at: 0)
        #expect(refused?.code == .tooManyReports)
        #expect(refused?.retry == UInt64(Limits.reportsPeriod) * 1_000 / UInt64(Limits.reportsPerUser))
        #expect(quota.refusal(of: change(2), from: near, at: 0) == nil)
        #expect(quota.refusal(of: change(1), from: near, at: hour / Int64(Limits.reportsPerUser)) == nil)
    }

    @Test func `the users of one address together report so much at once, and its guests less`() {
        var quota = ReportQuota()
        func reports(_ role: ServerRole, from client: ClientAddress, first: UInt64) -> Int {
            (first..<first + 200).count { quota.refusal(of: change($0, role: role), from: client, at: 0) == nil }
        }
        #expect(reports(.guest, from: far, first: 0) == Limits.guestReportsPerAddress)
        let reserve = Limits.reportsPerAddress - Limits.guestReportsPerAddress
        #expect(reports(.user, from: far, first: 1_000) == reserve)
        #expect(quota.refusal(of: change(2_000), from: far, at: 0)?.code == .tooManyReports)
        #expect(quota.refusal(of: change(2_000), from: near, at: 0) == nil)
        // What accounts use up is not there for guests, and costs guests nothing of their own part.
        quota = ReportQuota()
        #expect(reports(.user, from: far, first: 0) == Limits.reportsPerAddress)
        #expect(reports(.guest, from: far, first: 1_000) == 0)
        let second = hour / Int64(Limits.reportsPerAddress)
        #expect(quota.refusal(of: change(2_000), from: far, at: second) == nil)
    }

    @Test func `what changes nothing costs nothing, and a decision never does`() {
        var quota = ReportQuota()
        for _ in 0..<Limits.reportsPerAddress * 2 {
            #expect(quota.refusal(of: change(1), from: far, at: 0) == nil)
            quota.giveBack(change(1), from: far)
            #expect(quota.refusal(of: change(1, .resolve(Resolution(.accepted))), from: far, at: 0) == nil)
        }
    }
}
