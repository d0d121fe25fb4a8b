import ChatCore
import Flux
import Testing

@testable import ChatStore

/// The queue of reports on a moderator's screen.
struct ReportTests {
    private let id = AccountID(high: 1, low: 1)

    private func entry(_ seq: Seq, _ content: Event.Content = .message(Message(text: "x"))) -> ReportedMessage {
        let author = Author(user: UserID(high: 2, low: 2), name: "bob")
        let event = Event(
            seq: seq, id: EventID(high: 1, low: seq.number), at: 0, author: author, idempotencyKey: nil,
            content: content)
        let note = ReportNote(Report(.spam), at: 0)
        return ReportedMessage(number: seq.number, room: .lobby, message: event, count: 1, notes: [note])
    }

    private func opened() -> AppState {
        var state = AppState()
        if let server = ServerAddress("chat.example.org") {
            state.accounts.add(Account(id: id, server: server, name: "ann"))
        }
        AppState.reducer(&state, ReportAction.queueOpened(.lobby))
        answered(&state, .held(.lobby, after: nil), .success(.held([], next: nil)))
        return state
    }

    private func answered(
        _ state: inout AppState, _ question: ModerationQuestion, _ result: Result<ModerationAnswer, WireError>
    ) {
        AppState.reducer(&state, ReportAction.answered(id, question, result))
    }

    private func question(_ action: ReportAction, _ state: AppState) -> ModerationQuestion? {
        guard case .question(let question, _) = ChatInputs.commands(of: action, before: state, after: state).first
        else { return nil }
        return question
    }

    @Test func `a queue takes the place of the sheet before it`() {
        var state = AppState()
        state.navigation.room = .lobby
        for sheet in [Navigation.Sheet.members, .links, .findRooms] {
            AppState.reducer(&state, NavigationAction.sheetOpened(sheet))
            #expect(state.people != nil || state.links != nil || state.finder != nil)
            AppState.reducer(&state, ReportAction.queueOpened(nil))
            #expect(state.navigation.sheet == .reports && state.people == nil && state.links == nil)
            #expect(state.finder == nil)
        }
    }

    @Test func `a ban from the server is asked for, and a refusal is shown`() {
        var state = opened()
        let ban = ServerBan(.user(UserID(high: 2, low: 2)), reason: "spam")
        #expect(question(.serverBanned(ban), state) == .serverBan(ban))
        answered(&state, .serverBan(ban), .success(.done))
        #expect(state.refusal == nil)
        answered(&state, .serverBan(ban), .failure(WireError(.notAllowed, "Only the operator can.")))
        #expect(state.refusal?.sentence == "Only the operator can.")
    }

    @Test func `the bans from the server are loaded page by page, and one is taken back`() {
        var state = opened()
        let (one, two) = (ServerBan(.network("192.0.2.0/24")), ServerBan(.user(UserID(high: 2, low: 2))))
        #expect(question(.serverBansOpened, state) == .serverBans(after: nil))
        AppState.reducer(&state, ReportAction.serverBansOpened)
        #expect(state.navigation.sheet == .serverBans && state.bans?.isLoading == true)
        let page = Result<ModerationAnswer, WireError>.success(.serverBans([one], next: one.subject.text))
        let second = ModerationQuestion.serverBans(after: one.subject.text)
        #expect(question(.answered(id, .serverBans(after: nil), page), state) == second)
        answered(&state, .serverBans(after: nil), page)
        answered(&state, second, .failure(.notConnected))
        #expect(state.bans?.failure == WireError.notConnected.text && state.bans?.isLoading == false)
        #expect(question(.serverBansWanted, state) == second)
        AppState.reducer(&state, ReportAction.serverBansWanted)
        answered(&state, second, .success(.serverBans([two], next: nil)))
        // A page that comes twice changes nothing.
        answered(&state, second, .success(.serverBans([two], next: nil)))
        #expect(state.bans?.bans == [one, two] && state.bans?.isLoading == false)

        #expect(question(.serverUnbanned(one.subject), state) == .serverUnban(one.subject))
        AppState.reducer(&state, ReportAction.serverUnbanned(one.subject))
        #expect(question(.serverUnbanned(one.subject), state) == nil)
        answered(&state, .serverUnban(one.subject), .success(.done))
        #expect(state.bans?.bans == [two])
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
        #expect(state.queue?.reports.map(\.number) == [1, 2, 3] && state.queue?.hasMore == false)
    }

    @Test func `a queue that does not come to an end is not loaded for ever`() {
        var state = opened()
        answered(&state, .reports(.lobby, after: nil), .success(.reports([entry(1)], next: 7)))
        AppState.reducer(&state, ReportAction.moreWanted)
        answered(&state, .reports(.lobby, after: 7), .success(.reports([entry(2)], next: 7)))
        #expect(state.queue?.reports.count == 2 && state.queue?.hasMore == false)
        state = opened()
        var after: UInt64?
        for number in 1...UInt64(Limits.reportsListed / 50 + 1) {
            AppState.reducer(&state, ReportAction.moreWanted)
            let page = [ReportedMessage](repeating: entry(Seq(number)), count: 50)
            answered(&state, .reports(.lobby, after: after), .success(.reports(page, next: number)))
            after = number
        }
        #expect(state.queue?.reports.count == Limits.reportsListed && state.queue?.hasMore == false)
    }

    @Test func `what is decided leaves the queue, and what is refused says why`() {
        var state = opened()
        answered(&state, .reports(.lobby, after: nil), .success(.reports([entry(1), entry(2)], next: nil)))
        let dismissal = ReportAction.decided(entry(1), .dismiss, Ticket(1))
        #expect(question(dismissal, state) == .resolve(.lobby, of: 1, Resolution(.dismissed)))
        answered(&state, .resolve(.lobby, of: 1, Resolution(.dismissed)), .success(.done))
        #expect(state.queue?.reports.map(\.number) == [2])
        let refusal = WireError(.report, "Somebody has decided about this already.")
        answered(&state, .resolve(.lobby, of: 2, Resolution(.accepted)), .failure(refusal))
        #expect(state.queue?.refusal(about: entry(2)) == refusal.text && state.queue?.reports.count == 1)
    }

    @Test func `a decision is made once, and one that failed can be made again`() {
        var state = opened()
        answered(&state, .reports(.lobby, after: nil), .success(.reports([entry(1), entry(2)], next: nil)))
        for decision in ReportDecision.allCases {
            let action = ReportAction.decided(entry(1), decision, Ticket(1))
            #expect(!ChatInputs.commands(of: action, before: state, after: state).isEmpty)
            AppState.reducer(&state, action)
            // A second tap, also after the queue was opened again.
            AppState.reducer(&state, ReportAction.queueOpened(.lobby))
            answered(&state, .reports(.lobby, after: nil), .success(.reports([entry(1), entry(2)], next: nil)))
            for second in ReportDecision.allCases {
                let action = ReportAction.decided(entry(1), second, Ticket(2))
                #expect(ChatInputs.commands(of: action, before: state, after: state).isEmpty)
            }
            #expect(
                state.queue?.isDeciding(about: entry(1)) == true && state.queue?.isDeciding(about: entry(2)) == false)
            answered(&state, .resolve(.lobby, of: 1, decision.resolution), .failure(.notConnected))
            #expect(state.queue?.isDeciding(about: entry(1)) == false)
            #expect(state.queue?.refusal(about: entry(1)) == WireError.notConnected.text)
        }
        AppState.reducer(&state, ReportAction.decided(entry(1), .accept, Ticket(3)))
        #expect(state.queue?.refusal(about: entry(1)) == nil)
    }

    @Test func `a page that could not be loaded is asked for again`() {
        var state = opened()
        answered(&state, .reports(.lobby, after: nil), .failure(.notConnected))
        #expect(state.queue?.failure == WireError.notConnected.text && state.queue?.isLoading == false)
        #expect(question(.moreWanted, state) == .reports(.lobby, after: nil))
        AppState.reducer(&state, ReportAction.moreWanted)
        #expect(state.queue?.isLoading == true && state.queue?.failure == nil)
        answered(&state, .reports(.lobby, after: nil), .success(.reports([entry(1)], next: nil)))
        #expect(state.queue?.reports.count == 1 && question(.moreWanted, state) == nil)
    }

    @Test func `held messages are loaded beside the reports, and decided once`() {
        func held(_ number: UInt64) -> HeldMessage {
            let author = Author(user: UserID(high: 2, low: 2), name: "bob")
            return HeldMessage(number: number, room: .lobby, at: 0, author: author, text: "x")
        }
        func commands(_ action: ReportAction, _ state: AppState) -> [ClientCommand] {
            ChatInputs.commands(of: action, before: state, after: state)
        }
        var state = opened()
        #expect(commands(.queueOpened(.lobby), state).last == .question(.held(.lobby, after: nil), after: nil))
        AppState.reducer(&state, ReportAction.queueOpened(.lobby))
        answered(&state, .reports(.lobby, after: nil), .success(.reports([entry(1)], next: nil)))
        answered(&state, .held(.lobby, after: nil), .success(.held([held(1), held(2)], next: 2)))
        #expect(state.queue?.isLoading == false && state.queue?.hasMore == true)
        #expect(commands(.moreWanted, state) == [.question(.held(.lobby, after: 2), after: nil)])
        AppState.reducer(&state, ReportAction.moreWanted)
        answered(&state, .held(.lobby, after: 2), .failure(.notConnected))
        #expect(state.queue?.failure == WireError.notConnected.text && state.queue?.reports.count == 1)
        AppState.reducer(&state, ReportAction.moreWanted)
        answered(&state, .held(.lobby, after: 2), .success(.held([held(3)], next: nil)))
        #expect(state.queue?.held.map(\.number) == [1, 2, 3] && state.queue?.hasMore == false)

        let publication = ReportAction.reviewed(held(1), .publish)
        let question = ModerationQuestion.decide(.lobby, place: 1, HeldDecision(.publish))
        #expect(commands(publication, state) == [.question(question, after: nil)])
        AppState.reducer(&state, publication)
        // A second tap.
        #expect(commands(.reviewed(held(1), .discard), state).isEmpty)
        let refusal = WireError(.muted, "You may not write in this room.")
        answered(&state, question, .failure(refusal))
        #expect(state.queue?.refusal(about: held(1)) == refusal.text && state.queue?.held.count == 3)
        answered(&state, question, .success(.done))
        // The report with the same number stays.
        #expect(state.queue?.held.map(\.number) == [2, 3] && state.queue?.reports.count == 1)
    }

    @Test func `a deletion deletes and accepts, once`() {
        let state = opened()
        let action = ReportAction.decided(entry(7), .delete, Ticket(1))
        let resolution = ReportDecision.delete.resolution
        #expect(
            ChatInputs.commands(of: action, before: state, after: state) == [
                .input(.perform(.delete(of: 7, reason: "Reported: spam"), in: .lobby, ticket: Ticket(1))),
                .question(.resolve(.lobby, of: 7, resolution), after: Ticket(1)),
            ])
        #expect(resolution.decision == .accepted && resolution.check() == nil)
        #expect(ReportDecision.allCases.filter { $0.isOffered(for: entry(7)) }.count == 3)
        #expect(!ReportDecision.delete.isOffered(for: entry(7, .deleted(by: 8))))
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
