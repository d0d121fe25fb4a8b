import ChatWire
import Testing

@testable import ChatRooms

@Suite struct ReportQuotaTests {
    private let hour: Int64 = 3_600_000_000_000
    private let near = ClientAddress(.fileSystem, isLocal: true)
    private let far = ClientAddress(.v4(0x7F00_0009), isLocal: false)

    private func change(_ user: UInt64, _ act: ReportChange.Act = .report(Report(.spam))) -> ReportChange {
        ReportChange(
            room: .lobby, seq: 1, author: Author(user: UserID(high: 1, low: user), name: "x"), role: .guest, at: 0,
            act: act)
    }

    @Test func `a user reports so much at once, and as much again within an hour`() {
        var quota = ReportQuota()
        for _ in 0..<Limits.reportsPerUser { #expect(quota.refusal(of: change(1), from: near, at: 0) == nil) }
        #expect(quota.refusal(of: change(1), from: near, at: 0)?.code == .tooManyReports)
        #expect(quota.refusal(of: change(2), from: near, at: 0) == nil)
        #expect(quota.refusal(of: change(1), from: near, at: hour / Int64(Limits.reportsPerUser)) == nil)
    }

    @Test func `the guests of one address together report so much at once`() {
        var quota = ReportQuota()
        for user in 0..<UInt64(Limits.reportsPerAddress) {
            #expect(quota.refusal(of: change(user), from: far, at: 0) == nil)
        }
        #expect(quota.refusal(of: change(1_000), from: far, at: 0)?.code == .tooManyReports)
        #expect(quota.refusal(of: change(1_000), from: near, at: 0) == nil)
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
