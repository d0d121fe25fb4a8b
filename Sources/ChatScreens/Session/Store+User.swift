import ChatModel
import ChatStore
import ChatUI
import ChatWire
import Flux

/// What the user does on several screens.
extension Store where State == AppState {
    /// What the button of the connection banner does.
    func dispatch(remedy: ConnectionNotice.Remedy) {
        switch remedy {
        case .reconnect: dispatch(action: RoomAction.reconnectWanted)
        case .rename: dispatch(action: NavigationAction.sheetOpened(.settings))
        case .signIn: dispatch(action: NavigationAction.sheetOpened(.signIn))
        case .forget(let ticket): dispatch(action: RoomAction.dropped(ticket))
        }
    }

    /// Opens the screen of an entry of the menu about the user.
    func open(_ entry: UserMenuEntry) {
        switch entry {
        case .profile: dispatch(action: NavigationAction.sheetOpened(.profile))
        case .blocked: dispatch(action: NavigationAction.sheetOpened(.blocked))
        case .reports: dispatch(action: ReportAction.queueOpened(nil))
        case .serverBans: dispatch(action: ReportAction.serverBansOpened)
        }
    }

    /// Does what the user has decided about a person.
    func dispatch(_ sanction: Sanction, in room: RoomName) {
        switch sanction.deed(at: state.serverTime) {
        case .membership(let change):
            dispatch(action: RoomAction.performed(.membership(change), room, Ticket.random()))
        case .serverBan(let ban): dispatch(action: ReportAction.serverBanned(ban))
        }
    }

    /// Opens the room of the user and one other person.
    func openDirect(with person: UserID) {
        guard let user = state.chat.identity?.user, let room = RoomName.direct(user, person) else { return }
        dispatch(action: RoomAction.joined(room))
    }

    /// Goes to a message. A user who is not in the room is asked first, as by a link.
    func show(_ seq: Seq, in room: RoomName) {
        guard let server = state.accounts.current?.server else { return }
        dispatch(action: NavigationAction.linkFollowed(ChatLink(server: server, room: room, seq: seq)))
    }

    /// Changes how others see the user.
    func change(profile change: ProfileChange) {
        guard let user = state.chat.identity?.user else { return }
        dropRefusedProfileChanges()
        dispatch(action: RoomAction.performed(.profile(change), .own(user), Ticket.random()))
    }

    /// Makes a file the user's picture.
    func change(picture: OutgoingFile) {
        dropRefusedProfileChanges()
        dispatch(action: AccountAction.pictureChosen(picture))
    }

    private func dropRefusedProfileChanges() {
        for refused in state.refusedProfileChanges { dispatch(action: RoomAction.dropped(refused.ticket)) }
    }
}
