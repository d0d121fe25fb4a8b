#if canImport(SwiftUI)
    import ChatModel
    import ChatStore
    import ChatUI
    import ChatWire
    import Flux
    import SwiftUI

    extension Store where State == AppState {
        /// A part of the state that a view reads, and the action that it dispatches in place of
        /// writing.
        func binding<Value: Sendable>(
            _ read: @escaping @MainActor @Sendable (AppState) -> Value,
            _ action: @escaping @MainActor @Sendable (Value) -> any Action
        ) -> Binding<Value> {
            // SwiftUI reads and writes bindings on the main actor, though their type does not say
            // so.
            Binding<Value>(
                get: { MainActor.assumeIsolated { read(self.state) } },
                set: { (value: Value) in MainActor.assumeIsolated { self.dispatch(action: action(value)) } })
        }

        /// What the button of the connection banner does.
        func dispatch(remedy: ConnectionNotice.Remedy) {
            switch remedy {
            case .reconnect: dispatch(action: RoomAction.reconnectWanted)
            case .rename: dispatch(action: NavigationAction.sheetOpened(.settings))
            case .signIn: dispatch(action: NavigationAction.sheetOpened(.signIn))
            case .forget(let ticket): dispatch(action: RoomAction.dropped(ticket))
            }
        }
    }

    extension Store where State == AppState {
        /// Opens the room of the user and one other person.
        func openDirect(with person: UserID) {
            guard let user: UserID = state.chat.identity?.user, let room: RoomName = RoomName.direct(user, person)
            else { return }
            dispatch(action: RoomAction.joined(room))
        }
    }

    extension Store where State == AppState {
        /// Changes how others see the user.
        func change(profile change: ProfileChange) {
            guard let user: UserID = state.chat.identity?.user else { return }
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

    extension Ticket {
        /// A ticket for a change that the user asks for.
        static func random() -> Ticket { Ticket(UInt64.random(in: UInt64.min...UInt64.max)) }
    }
#endif
