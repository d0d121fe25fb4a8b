import ChatWire
import Testing

@testable import ChatModel

@Suite struct ServerBanListTests {
    private func bans(_ numbers: ClosedRange<UInt64>) -> [ServerBan] {
        numbers.map { ServerBan(.user(UserID(high: $0, low: 0))) }
    }

    private func page(_ numbers: ClosedRange<UInt64>, next: String?) -> Result<ModerationAnswer, WireError> {
        .success(.serverBans(bans(numbers), next: next))
    }

    @Test func `a list is cut where it would become too long`() {
        var list = ServerBanList()
        var question: ModerationQuestion? = ServerBanList.first
        var pages: UInt64 = 0
        while let asked = question {
            #expect(list.isLoading && !list.isCut)
            let page = page(pages * 100 + 1...pages * 100 + 100, next: "page \(pages)")
            question = list.take(asked, page)
            pages += 1
        }
        #expect(list.bans.count == Limits.serverBansListed && list.isCut && !list.isLoading)
    }

    @Test func `a server whose pages do not go forward is asked no more`() {
        var list = ServerBanList()
        #expect(list.take(ServerBanList.first, page(1...2, next: "b")) == .serverBans(after: "b"))
        #expect(list.take(.serverBans(after: "b"), page(2...3, next: "b")) == nil)
        #expect(list.bans == bans(1...3) && !list.isLoading && !list.isCut)
    }

    @Test func `a ban that is made meanwhile is in the list once`() {
        var list = ServerBanList()
        let ban = ServerBan(.user(UserID(high: 2, low: 0)), reason: "spam")
        #expect(list.take(.serverBan(ban), .success(.done)) == nil)
        #expect(list.take(ServerBanList.first, page(1...3, next: nil)) == nil)
        #expect(list.bans == [ban] + bans(1...1) + bans(3...3))
    }

    @Test func `a line tells the name, the end and the reason`() {
        let user = UserID(high: 2, low: 0)
        var ban = ServerBan(.user(user), until: 5, reason: "spam")
        func line(_ ban: ServerBan, _ name: String? = nil) -> ServerBanLine {
            ServerBanLine(ban, name: { _ in name }, moment: { "time \($0)" })
        }
        #expect(line(ban).title == user.text && line(ban).detail == "until time 5 · spam")
        #expect(line(ban, "Bob").title == "Bob")
        (ban.name, ban.until, ban.reason) = ("bob", nil, nil)
        #expect(line(ban, "Bob").title == "bob" && line(ban).detail == "Until it is taken back")
        #expect(line(ServerBan(.network("192.0.2.7/32")), "Bob").title == "192.0.2.7/32")
    }
}
