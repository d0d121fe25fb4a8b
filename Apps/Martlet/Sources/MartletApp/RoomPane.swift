#if canImport(SwiftUI)
    import ChatModel
    import ChatStore
    import ChatUI
    import ChatWire
    import Flux
    import SwiftUI

    /// A room, connected to the store; what is being written is its own until it is sent, and kept
    /// as a draft.
    struct RoomPane: View {
        let room: RoomName
        @EnvironmentObject private var store: Store<AppState>
        @Environment(\.openURL) private var openURL: OpenURLAction
        @State private var composition: Composition

        init(room: RoomName, draft: String?) {
            self.room = room
            _composition = State(initialValue: Composition(text: draft ?? ""))
        }

        var body: some View {
            ConversationScreen(content: store.state.content(of: room), composition: $composition, actions: actions)
                .onChange(of: composition) { (composition: Composition) in
                    store.dispatch(action: RoomAction.written(room, composition.draft))
                }
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
                store.dispatch(action: RoomAction.reported(Report(reason), seq, room))
            case .retry(let ticket): store.dispatch(action: RoomAction.retried(ticket))
            case .drop(let ticket): store.dispatch(action: RoomAction.dropped(ticket))
            case .open(let url): openURL(url)
            case .view(let file): store.dispatch(action: FileAction.viewed(file))
            case .show(let seq): store.dispatch(action: NavigationAction.messageWanted(seq))
            case .change(let mutation): perform(mutation)
            }
        }
    }
#endif
