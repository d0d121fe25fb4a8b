#if canImport(SwiftUI)
    import ChatCore
    import ChatModel
    import ChatStore
    import ChatUI
    import ChatWire
    import Flux
    import SwiftUI

    /// The people of the room on the screen, connected to the store.
    struct MembersPane: View {
        /// Whether the screen below can show a direct room.
        let opensRooms: Bool
        @EnvironmentObject private var store: Store<AppState>
        @State private var isInviting: Bool = false
        /// The people in the user's rooms when the invitation was opened.
        @State private var nearby: [Author] = []

        var body: some View {
            Lingering(shown) { (room: RoomName, content: MembersContent) in
                MembersSheet(content: content, actions: actions(in: room))
                    .sheet(isPresented: $isInviting) {
                        InviteSheet(
                            people: store.state.peopleToInvite(of: nearby), me: store.state.chat.identity?.user,
                            invite: { (user: UserID, name: String?) in
                                change(MembershipChange(user, .invite, called: name), in: room)
                            },
                            close: { isInviting = false })
                    }
            }
        }

        private var shown: (RoomName, MembersContent)? {
            guard let room: RoomName = store.state.people?.room else { return nil }
            return (room, store.state.membersContent(of: room))
        }

        private func actions(in room: RoomName) -> MembersSheet.Actions {
            var actions: MembersSheet.Actions = MembersSheet.Actions()
            let store: Store<AppState> = self.store
            actions.message = opensRooms ? { (person: UserID) in store.openDirect(with: person) } : nil
            actions.change = { (decided: MembershipChange) in change(decided, in: room) }
            actions.decide = { (sanction: Sanction) in store.dispatch(sanction, in: room) }
            actions.invite = {
                nearby = store.state.chat.peopleNearby
                isInviting = true
            }
            actions.links = { store.dispatch(action: NavigationAction.sheetOpened(.links)) }
            actions.again = { store.dispatch(action: PeopleAction.wanted) }
            actions.settings = { store.dispatch(action: NavigationAction.sheetOpened(.roomSettings)) }
            actions.close = { store.dispatch(action: NavigationAction.sheetClosed) }
            return actions
        }

        private func change(_ change: MembershipChange, in room: RoomName) {
            store.dispatch(action: RoomAction.performed(.membership(change), room, Ticket.random()))
        }
    }

    /// The invite links of the group on the screen, connected to the store.
    struct LinksPane: View {
        @EnvironmentObject private var store: Store<AppState>

        var body: some View {
            Lingering(shown) { (room: RoomName, content: LinksContent) in
                LinksSheet(content: content, actions: actions(in: room))
            }
        }

        private var shown: (RoomName, LinksContent)? {
            guard let room: RoomName = store.state.links?.room else { return nil }
            return (room, store.state.linksContent(of: room))
        }

        private func actions(in room: RoomName) -> LinksSheet.Actions {
            var actions: LinksSheet.Actions = LinksSheet.Actions()
            let store: Store<AppState> = self.store
            actions.make = { (form: LinkForm) in
                guard let code: InviteCode = InviteCode(room, InviteSecret.random()) else { return }
                let change: LinkChange = form.change(making: code, at: store.state.serverTime)
                store.dispatch(action: RoomAction.linkMade(code, change, Ticket.random()))
            }
            actions.copy = { (link: String) in Clipboard.copy(link) }
            actions.revoke = { (link: LinkID) in
                let change: LinkChange = LinkChange(revoking: link)
                store.dispatch(action: RoomAction.performed(.link(change), room, Ticket.random()))
            }
            actions.again = { store.dispatch(action: LinksAction.wanted) }
            actions.close = { store.dispatch(action: NavigationAction.sheetClosed) }
            return actions
        }
    }

    /// The settings of the room on the screen, connected to the store.
    struct RoomSettingsPane: View {
        @EnvironmentObject private var store: Store<AppState>

        var body: some View {
            Lingering(store.state.navigation.room) { (room: RoomName) in
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
