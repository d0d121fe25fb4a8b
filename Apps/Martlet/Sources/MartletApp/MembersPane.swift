#if canImport(SwiftUI)
    import ChatModel
    import ChatStore
    import ChatUI
    import ChatWire
    import Flux
    import SwiftUI

    /// The people of the room on the screen, connected to the store.
    struct MembersPane: View {
        @EnvironmentObject private var store: Store<AppState>
        @State private var isInviting: Bool = false

        var body: some View {
            if let room: RoomName = store.state.navigation.room {
                MembersSheet(content: store.state.membersContent(of: room), actions: actions(in: room))
                    .sheet(isPresented: $isInviting) {
                        InviteSheet(
                            people: store.state.peopleToInvite(to: room),
                            invite: { (user: UserID, name: String?) in
                                change(MembershipChange(user, .invite, called: name), in: room)
                            },
                            close: { isInviting = false })
                    }
            }
        }

        private func actions(in room: RoomName) -> MembersSheet.Actions {
            var actions: MembersSheet.Actions = MembersSheet.Actions()
            let store: Store<AppState> = self.store
            actions.message = message
            actions.change = { (decided: MembershipChange) in change(decided, in: room) }
            actions.invite = { isInviting = true }
            actions.settings = { store.dispatch(action: NavigationAction.sheetOpened(.roomSettings)) }
            actions.close = { store.dispatch(action: NavigationAction.sheetClosed) }
            return actions
        }

        private func change(_ change: MembershipChange, in room: RoomName) {
            store.dispatch(action: RoomAction.performed(.membership(change), room, Ticket.random()))
        }

        private func message(_ person: UserID) {
            guard let user: UserID = store.state.chat.identity?.user,
                let room: RoomName = RoomName.direct(user, person)
            else { return }
            store.dispatch(action: RoomAction.joined(room))
        }
    }

    /// The settings of the room on the screen, connected to the store.
    struct RoomSettingsPane: View {
        @EnvironmentObject private var store: Store<AppState>

        var body: some View {
            if let room: RoomName = store.state.navigation.room {
                RoomSettingsSheet(
                    form: RoomSettingsForm(store.state.chat.conversations[room]?.info?.settings ?? RoomSettings()),
                    isGroup: room.kind == RoomKind.group,
                    save: { (change: SettingsChange) in
                        store.dispatch(action: RoomAction.performed(.settings(change), room, Ticket.random()))
                        store.dispatch(action: NavigationAction.sheetClosed)
                    },
                    cancel: { store.dispatch(action: NavigationAction.sheetClosed) })
            }
        }
    }
#endif
