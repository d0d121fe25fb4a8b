#if canImport(SwiftUI)
    import ChatStore
    import ChatUI
    import ChatWire
    import Flux
    import SwiftUI

    extension ServerForm {
        /// How the user signs in, as a value of the screens.
        var signInWay: SignInWay {
            get { SignInWay(rawValue: way.rawValue) ?? SignInWay.guest }
            set { way = ServerForm.Way(rawValue: newValue.rawValue) ?? ServerForm.Way.guest }
        }

        /// What is wrong with each field, and why the server refused.
        func problems(refusal: String?) -> ServerScreen.Problems {
            ServerScreen.Problems(
                address: addressProblem, name: nameProblem, room: roomProblem, password: passwordProblem,
                refusal: refusal)
        }
    }

    extension Binding where Value == ServerForm {
        /// The fields of the server screen.
        var fields: ServerScreen.Fields {
            ServerScreen.Fields(
                address: self.address, name: self.name, room: self.room, way: self.signInWay, password: self.password,
                invite: self.invite)
        }
    }

    /// Makes an account for the current guest, or signs in again.
    struct SignInPane: View {
        private let session: ChatSession
        @State private var form: ServerForm
        @EnvironmentObject private var store: Store<AppState>

        init(_ session: ChatSession, name: String) {
            self.session = session
            var form: ServerForm = ServerForm(name: name)
            form.way = ServerForm.Way.signUp
            _form = State(initialValue: form)
        }

        var body: some View {
            SignInSheet(
                name: $form.name, password: $form.password, invite: $form.invite, way: $form.signInWay,
                isGuest: store.state.chat.identity?.hasAccount == false,
                problems: form.problems(refusal: store.state.panel.failure), isBusy: store.state.panel.isBusy,
                canSend: form.request != nil, send: send,
                cancel: { store.dispatch(action: NavigationAction.sheetClosed) }
            )
            .onAppear {
                // Also if the client does not know it, after the device was set up from a backup.
                if store.state.accounts.current?.isRegistered == true { form.way = ServerForm.Way.signIn }
            }
        }

        private func send() {
            guard let id: AccountID = store.state.accounts.currentID, let request: AccountRequest = form.request else {
                return
            }
            store.dispatch(action: session.effects.ask(request, of: id))
        }
    }

    /// The current account's sessions and password.
    struct AccountPane: View {
        let session: ChatSession
        @EnvironmentObject private var store: Store<AppState>

        var body: some View {
            AccountScreen(
                content: store.state.accountContent,
                problem: { (password: String) -> String? in ServerForm.problem(ofPassword: password) },
                actions: actions
            )
            .onAppear { ask(.sessions) }
        }

        private var actions: AccountScreen.Actions {
            var actions: AccountScreen.Actions = AccountScreen.Actions()
            let store: Store<AppState> = self.store
            actions.list = { ask(.sessions) }
            actions.end = { (session: SessionID) in ask(.endSession(session)) }
            actions.changePassword = { (old: String, new: String) in ask(.changePassword(from: old, to: new)) }
            actions.signOut = { ask(.signOut) }
            actions.closeAccount = { (password: String) in ask(.close(password: password)) }
            actions.close = { store.dispatch(action: NavigationAction.sheetClosed) }
            return actions
        }

        private func ask(_ request: AccountRequest) {
            guard let id: AccountID = store.state.accounts.currentID else { return }
            store.dispatch(action: session.effects.ask(request, of: id))
        }
    }
#endif
