#if canImport(SwiftUI)
    import ChatModel
    import ChatStore
    import ChatUI
    import ChatWire
    import Flux
    import SwiftUI

    /// The reports that wait for a moderator, connected to the store.
    struct ReportsPane: View {
        /// Whether the screen below can show another room.
        let opensRooms: Bool
        @EnvironmentObject private var store: Store<AppState>

        var body: some View {
            Lingering(store.state.queue) { (queue: ReportQueue) in
                ReportsSheet(
                    lines: store.state.lines(of: queue, opensRooms: opensRooms), held: store.state.heldLines(of: queue),
                    status: queue.status,
                    isConnected: store.state.chat.connection.phase == .connected, actions: actions)
            }
        }

        private var actions: ReportsSheet.Actions {
            var actions: ReportsSheet.Actions = ReportsSheet.Actions()
            let store: Store<AppState> = self.store
            actions.dismiss = { (entry: ReportedMessage) in decide(entry, .dismiss) }
            actions.accept = { (entry: ReportedMessage) in decide(entry, .accept) }
            actions.delete = { (entry: ReportedMessage) in decide(entry, .delete) }
            actions.publish = { (entry: HeldMessage) in review(entry, .publish) }
            actions.discard = { (entry: HeldMessage) in review(entry, .discard) }
            actions.show = { (entry: ReportedMessage) in store.show(entry.message.seq, in: entry.room) }
            actions.more = { store.dispatch(action: ReportAction.moreWanted) }
            actions.close = { store.dispatch(action: NavigationAction.sheetClosed) }
            return actions
        }

        private func review(_ entry: HeldMessage, _ verdict: HeldDecision.Verdict) {
            store.dispatch(action: ReportAction.reviewed(entry, verdict))
        }

        private func decide(_ entry: ReportedMessage, _ decision: ReportDecision) {
            store.dispatch(action: ReportAction.decided(entry, decision, Ticket.random()))
        }
    }
#endif
