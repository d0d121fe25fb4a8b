#if canImport(SwiftUI)
    import ChatModel
    import ChatStore
    import ChatUI
    import ChatWire
    import Flux
    import SwiftUI

    /// A room, connected to the store. The text that is being written is kept as a draft, and the
    /// chosen files and the reply in ``ChatRuntime/compositions``.
    struct RoomPane: View {
        private let place: Compositions.Place
        @EnvironmentObject private var store: Store<AppState>
        @Environment(\.openURL) private var openURL: OpenURLAction
        @State private var composition: Composition
        @State private var receipt: ReportReceipt?
        /// The end of the last silence that ended while the room was on the screen.
        @State private var silenceEnd: Int64 = Int64.min

        init(place: Compositions.Place, composition: Composition) {
            self.place = place
            _composition = State(initialValue: composition)
        }

        private var room: RoomName { place.room }

        var body: some View {
            let content: ConversationScreen.Content = store.state.content(
                of: room, at: max(store.state.serverTime, silenceEnd))
            ConversationScreen(content: content, composition: $composition, actions: actions)
                .onChange(of: composition) { (composition: Composition) in
                    store.dispatch(action: RoomAction.written(room, composition.draft))
                    ChatRuntime.shared.note(composition, in: place)
                }
                .alert(Text(verbatim: receipt?.title ?? ""), isPresented: isReported, presenting: receipt) {
                    (_: ReportReceipt) in
                    Button("OK", role: ButtonRole.cancel) {}
                } message: { (receipt: ReportReceipt) in
                    Text(verbatim: receipt.sentence)
                }
                .task(id: content.silence?.end) { await wait(for: content.silence?.end) }
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
            actions.read = { (seq: UInt64) in store.dispatch(action: RoomAction.read(room, seq)) }
            actions.jump = { store.dispatch(action: NavigationAction.bottomWanted) }
            actions.typed = { store.dispatch(action: RoomAction.typed(room)) }
            actions.members = { store.dispatch(action: NavigationAction.sheetOpened(.members)) }
            actions.reports = { store.dispatch(action: ReportAction.queueOpened(room)) }
            actions.remedy = { (remedy: ConnectionNotice.Remedy) in store.dispatch(remedy: remedy) }
            actions.sendLocation = sendLocation
            actions.send = send
            actions.decide = { (sanction: Sanction) in
                perform(.membership(sanction.change(at: store.state.serverTime)))
            }
            actions.rejoin = { store.dispatch(action: RoomAction.joined(room)) }
            actions.act = act
            return actions
        }

        private func send() {
            for said: Composition.Said in composition.send() {
                if let file: PickedFile = said.file, case .message(let text, let reply, _, _) = said.mutation {
                    let outgoing: OutgoingFile = OutgoingFile(
                        url: file.url, name: file.name, type: file.type, text: text == file.name ? nil : text,
                        reply: reply)
                    store.dispatch(action: RoomAction.fileSent(outgoing, room))
                } else {
                    perform(said.mutation)
                }
            }
        }

        private func sendLocation() {
            ChatRuntime.shared.whereabouts.ask { (result: Result<Location, Whereabouts.Trouble>) in
                switch result {
                case .success(let location): perform(location.message())
                case .failure(let trouble): composition.refuse(trouble.rawValue)
                }
            }
        }

        private func perform(_ mutation: Mutation) {
            store.dispatch(action: RoomAction.performed(mutation, room, Ticket.random()))
        }

        private func act(_ action: BubbleAction) {
            switch action {
            case .reply(let seq, let author, let text): composition.reply(to: seq, author: author, text: text)
            case .edit(let seq, let text): composition.edit(seq, text: text)
            case .copy(let text): Clipboard.copy(text)
            case .report(let seq, let reason):
                receipt = ReportReceipt(isAccepted: store.state.chat.canReport)
                store.dispatch(action: RoomAction.reported(Report(reason), seq, room))
            case .retry(let ticket): store.dispatch(action: RoomAction.retried(ticket))
            case .drop(let ticket), .hide(let ticket): store.dispatch(action: RoomAction.dropped(ticket))
            case .open(let url): openURL(url)
            case .view(let file): store.dispatch(action: FileAction.viewed(file))
            case .show(let seq): store.dispatch(action: NavigationAction.messageWanted(seq))
            case .change(let mutation): perform(mutation)
            case .reveal, .sanction, .delete: break  // The screen does these itself.
            }
        }
    }
#endif
