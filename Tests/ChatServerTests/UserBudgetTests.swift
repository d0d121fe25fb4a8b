import ChatRooms
import ChatWire
import Testing

@testable import ChatServer

@Suite struct UserBudgetTests {
    private let rate = TokenBucket.Rate(perSecond: 1)
    private let ann = UserID.issued()

    private func budgets(kept: Int = Limits.userBudgetsKept) -> UserBudgets {
        UserBudgets(rate, kept: kept, clock: ServerClock { (0, 0) })
    }

    private func send(_ budget: Budget?, times: Int = 1) {
        for _ in 0..<times { _ = budget?.refusal(ofMessage: 1, from: nil, at: 0) }
    }

    private func isExhausted(_ budget: Budget?) -> Bool { budget?.refusal(ofMessage: 1, from: nil, at: 0) != nil }

    @Test func `connections and requests of a user share a budget, also after the last connection`() throws {
        let budgets = budgets()
        send(budgets.budget(of: ann), times: rate.burst)
        #expect(isExhausted(budgets.budget(of: ann)))
        let message = ClientFrame.Request.mutate(room: .lobby, number: nil, .message(text: "x"))
        #expect(isExhausted(try budgets.admit(message, of: ann, at: 0).get()))
        #expect(!isExhausted(budgets.budget(of: .issued())))
    }

    @Test func `a request costs over HTTP what it costs on a connection`() {
        let budgets = budgets()
        let list = ClientFrame.Request.here(room: .lobby)
        var count = 0
        while case .success = budgets.admit(list, of: ann, at: 0) { count += 1 }
        #expect(count == Limits.requestBurst / Limits.costlyRequest)
        guard case .success = budgets.admit(list, of: .issued(), at: 0) else { return #expect(Bool(false)) }
    }

    @Test func `a full table forgets no user who is connected, and last those who owe most`() {
        let budgets = budgets(kept: 100)
        send(budgets.budget(of: ann), times: rate.burst)
        let connected = UserID.issued()
        let held = budgets.budget(of: connected)
        for index in 0..<10_000 { send(budgets.budget(of: .issued()), times: index % 3) }
        #expect(budgets.count <= 110)
        #expect(isExhausted(budgets.budget(of: ann)))
        #expect(held === budgets.budget(of: connected))
    }
}
