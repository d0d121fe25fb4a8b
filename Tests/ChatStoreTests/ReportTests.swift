import ChatCore
import Flux
import Testing

@testable import ChatStore

/// The queue of reports on a moderator's screen.
struct ReportTests {
    private let id = AccountID(high: 1, low: 1)

    private func entry(_ seq: UInt64, _ content: Event.Content = .message(Message(text: "x"))) -> ReportedMessage {
        let author = Author(user: UserID(high: 2, low: 2), name: "bob")
        let event = Event(
            seq: seq, id: EventID(high: 1, low: seq), at: 0, author: author, idempotencyKey: nil, content: content)
        return ReportedMessage(number: seq, room: .lobby, message: event, count: 1, notes: [])
    }

    private func opened() -> AppState {
        var state = AppState()
        if let server = ServerAddress("chat.example.org") {
            state.accounts.add(Account(id: id, server: server, name: "ann"))
        }
        AppState.reducer(&state, ReportAction.queueOpened(.lobby))
        return state
    }

    private func answered(
        _ state: inout AppState, _ question: ModerationQuestion, _ result: Result<ModerationAnswer, WireError>
    ) {
        AppState.reducer(&state, ReportAction.answered(id, question, result))
    }

    private func question(_ action: ReportAction, _ state: AppState) -> ModerationQuestion? {
        guard case .question(let question) = ChatInputs.commands(of: action, before: state, after: state).first else {
            return nil
        }
        return question
    }

    @Test func `a queue is loaded page by page`() {
        var state = opened()
        #expect(state.navigation.sheet == .reports && state.queue?.isLoading == true)
        #expect(question(.queueOpened(.lobby), state) == .reports(.lobby, after: nil))
        #expect(question(.moreWanted, state) == nil)
        answered(&state, .reports(.lobby, after: nil), .success(.reports([entry(1), entry(2)], next: 2)))
        #expect(state.queue?.reports.count == 2 && state.queue?.isLoading == false)
        #expect(question(.moreWanted, state) == .reports(.lobby, after: 2))
        AppState.reducer(&state, ReportAction.moreWanted)
        #expect(question(.moreWanted, state) == nil)
        answered(&state, .reports(.lobby, after: 2), .success(.reports([entry(3)], next: nil)))
        // A page that comes twice changes nothing.
        answered(&state, .reports(.lobby, after: 2), .success(.reports([entry(3)], next: nil)))
        #expect(state.queue?.reports.map(\.number) == [1, 2, 3] && state.queue?.next == nil)
    }

    @Test func `what is decided leaves the queue, and what is refused says why`() {
        var state = opened()
        answered(&state, .reports(.lobby, after: nil), .success(.reports([entry(1), entry(2)], next: nil)))
        let dismissal = ReportDeed.dismiss.actions(about: entry(1), ticket: Ticket(1))
        #expect(dismissal.room == nil)
        #expect(question(dismissal.report, state) == .resolve(.lobby, of: 1, Resolution(.dismissed)))
        answered(&state, .resolve(.lobby, of: 1, Resolution(.dismissed)), .success(.done))
        #expect(state.queue?.reports.map(\.number) == [2])
        let refusal = WireError(.report, "Somebody has decided about this already.")
        answered(&state, .resolve(.lobby, of: 2, Resolution(.accepted)), .failure(refusal))
        #expect(state.queue?.trouble == refusal.text && state.queue?.reports.count == 1)
    }

    @Test func `a deletion deletes and accepts, once`() {
        let (room, report) = ReportDeed.delete.actions(about: entry(7), ticket: Ticket(1))
        #expect(room == .performed(.delete(of: 7), .lobby, Ticket(1)))
        guard case .resolved(_, let resolution) = report else {
            Issue.record("\(report)")
            return
        }
        #expect(resolution.decision == .accepted && resolution.check() == nil)
        #expect(ReportDeed.allCases.filter { $0.isOffered(for: entry(7)) }.count == 3)
        #expect(!ReportDeed.delete.isOffered(for: entry(7, .deleted(by: 8))))
    }

    @Test func `an answer for another account is not shown`() {
        var state = opened()
        AppState.reducer(&state, AccountAction.removed(id))
        AppState.reducer(&state, ReportAction.queueOpened(.lobby))
        answered(&state, .reports(.lobby, after: nil), .success(.reports([entry(1)], next: nil)))
        #expect(state.queue?.reports.isEmpty == true)
    }

    @Test func `a report goes to the client`() {
        let action = RoomAction.reported(Report(.spam), 58, .lobby)
        #expect(
            ChatInputs.of(action, before: AppState(), after: AppState()) == [.report(Report(.spam), of: 58, in: .lobby)]
        )
    }
}
