#if canImport(SwiftUI)
    import ChatModel
    import ChatStore
    import ChatUI
    import ChatWire
    import Flux
    import Foundation
    import SwiftUI

    /// A room, connected to the store. The text that is being written is the draft, and the chosen
    /// files and the reply are in ``OpenCompositions``. Both change while the room is on the
    /// screen: another device writes, a text that was not accepted is given back.
    struct RoomPane: View {
        private let place: Compositions.Place
        private let session: ChatSession
        @EnvironmentObject private var store: Store<AppState>
        @Environment(\.openURL) private var openURL: OpenURLAction
        @ObservedObject private var compositions: OpenCompositions
        /// What is being written during an edit, which ends with this view.
        @State private var edit: Composition?
        @State private var receipt: ReportReceipt?
        // A reference: it is written while the view is drawn, and nothing has to be drawn for it.
        @State private var kept: KeptContent = KeptContent()
        /// The end of the last silence that ended while the room was on the screen.
        @State private var silenceEnd: Int64 = Int64.min

        init(_ session: ChatSession, place: Compositions.Place) {
            self.session = session
            self.place = place
            _compositions = ObservedObject(wrappedValue: session.compositions)
        }

        private var room: RoomName { place.room }

        var body: some View {
            let content: ConversationContent = self.content
            ConversationScreen(content: content, composition: written, actions: actions)
                .environment(\.fileIntake, compositions.intake(in: place))
                .onDisappear { compositions.left(place) }
                .alert(Text(verbatim: receipt?.title ?? ""), isPresented: isReported, presenting: receipt) {
                    (_: ReportReceipt) in
                    Button(localized("OK"), role: ButtonRole.cancel) {}
                } message: { (receipt: ReportReceipt) in
                    Text(verbatim: receipt.sentence)
                }
                .task(id: content.silence?.end) { await wait(for: content.silence?.end) }
        }

        /// It is kept by the session, so what arrives after this view has left the screen is kept,
        /// too.
        private var composition: Composition {
            get { session.composition(in: place, edit: edit) }
            nonmutating set {
                if case .edit = newValue.purpose { edit = newValue } else { edit = nil }
                session.write(newValue, in: place)
            }
        }

        private var written: Binding<Composition> {
            Binding<Composition>(
                get: { composition }, set: { (composition: Composition) in self.composition = composition })
        }

        private var content: ConversationContent {
            var content: ConversationContent = store.state.content(
                of: room, at: max(store.state.serverTime, silenceEnd))
            content.notice = session.management.notice(content.notice)
            return kept.content(content, open: store.state.shown?.room, user: store.state.chat.identity?.user)
        }

        private var isReported: Binding<Bool> {
            Binding<Bool>(get: { receipt != nil }, set: { (isOpen: Bool) in if !isOpen { receipt = nil } })
        }

        /// Shows the composer again when a mute ends: in a quiet room nothing else draws the
        /// screen.
        private func wait(for end: Int64?) async {
            guard let end else { return }
            let left: Int64 = end.subtractingReportingOverflow(store.state.serverTime).partialValue
            if left > 0 { try? await Task.sleep(for: Duration.milliseconds(left)) }
            if !Task.isCancelled { silenceEnd = end }
        }

        private var actions: ConversationScreen.Actions {
            var actions: ConversationScreen.Actions = ConversationScreen.Actions()
            let (room, store): (RoomName, Store<AppState>) = (self.room, self.store)
            actions.older = { store.dispatch(action: RoomAction.olderWanted(room)) }
            actions.newer = { store.dispatch(action: RoomAction.newerWanted(room)) }
            actions.following = { (follows: Bool) in store.dispatch(action: RoomAction.followed(room, follows)) }
            actions.read = { (seq: Seq) in store.dispatch(action: RoomAction.read(room, seq)) }
            actions.linked = { (seqs: [Seq]) in store.dispatch(action: LinkPreviewAction.wanted(room, seqs)) }
            actions.separator = { store.dispatch(action: RoomAction.separatorSeen(room)) }
            actions.firstNew = { store.dispatch(action: NavigationAction.firstNewWanted) }
            actions.jump = { store.dispatch(action: NavigationAction.downWanted) }
            actions.goToDay = { (start: Date) in store.dispatch(action: NavigationAction.dayWanted(start)) }
            actions.typed = { store.dispatch(action: RoomAction.typed(room)) }
            actions.members = { store.dispatch(action: NavigationAction.sheetOpened(.members)) }
            actions.search = { store.dispatch(action: NavigationAction.sheetOpened(.findMessages)) }
            actions.reports = { store.dispatch(action: ReportAction.queueOpened(room)) }
            actions.remedy = { (remedy: ConnectionNotice.Remedy) in store.dispatch(remedy: remedy) }
            if session.location != nil { actions.sendLocation = sendLocation }
            actions.mentionable = { (start: NameStart) in store.state.chat.peopleToMention(in: room, start) }
            actions.send = send
            actions.decide = { (sanction: Sanction) in store.dispatch(sanction, in: room) }
            actions.rejoin = { store.dispatch(action: RoomAction.joined(room)) }
            if session.managesAccounts {
                actions.signIn = { store.dispatch(action: NavigationAction.sheetOpened(.signIn)) }
            }
            actions.act = act
            return actions
        }

        private func send() {
            var written: Composition = composition
            let said: Composition.Said? = written.send()
            // Before it is sent: a text that is not accepted comes back into an empty field.
            composition = written
            if let said { session.send(said, in: room) }
        }

        private func sendLocation() {
            session.sendLocation(to: room) { (reason: String) in composition.refuse(reason) }
        }

        private func act(_ action: BubbleAction) {
            let before: Composition = composition
            var written: Composition = before
            let errand: ChatSession.Errand? = session.perform(action, in: room, &written)
            // What the action has sent may have come back as a draft meanwhile.
            if written != before { composition = written }
            switch errand {
            case .copy(let text): Clipboard.copy(text)
            case .open(let url): openURL(url)
            case .confirm(let receipt): self.receipt = receipt
            case nil: break
            }
        }
    }
#endif
