#if canImport(SwiftUI)
    import ChatModel
    import ChatScreens
    import ChatStore
    import ChatWire
    import Flux
    import SwiftUI

    /// Menu commands to join a room and to make a group.
    struct NewCommands: View {
        @ObservedObject var store: Store<AppState>

        var body: some View {
            Button(localized("Join a room")) { open(.join) }
                .keyboardShortcut("n", modifiers: .command)
                .disabled(store.state.accounts.all.isEmpty)
            Button(localized("New group")) { open(.newGroup) }
                .keyboardShortcut("n", modifiers: [.command, .shift])
                .disabled(store.state.accounts.all.isEmpty)
        }

        private func open(_ sheet: Navigation.Sheet) { store.dispatch(action: NavigationAction.sheetOpened(sheet)) }
    }

    /// The menu command that opens the settings.
    struct SettingsCommand: View {
        @ObservedObject var store: Store<AppState>

        var body: some View {
            Button(localized("Settings…")) { store.dispatch(action: NavigationAction.sheetOpened(.settings)) }
                .keyboardShortcut(",", modifiers: .command)
                .disabled(store.state.accounts.all.isEmpty)
        }
    }

    /// Menu commands to switch rooms by keyboard.
    struct GoCommands: View {
        @ObservedObject var store: Store<AppState>

        var body: some View {
            Button(localized("Next room")) { step(by: 1) }
                .keyboardShortcut(.downArrow, modifiers: [.command, .option])
            Button(localized("Previous room")) { step(by: -1) }
                .keyboardShortcut(.upArrow, modifiers: [.command, .option])
            Button(localized("Newest message")) { store.dispatch(action: NavigationAction.bottomWanted) }
                // Command-Down Arrow moves the cursor to the end of a text field.
                .keyboardShortcut("j", modifiers: .command)
        }

        private func step(by steps: Int) {
            guard let room: RoomName = store.state.room(steps, from: store.state.navigation.room) else { return }
            store.dispatch(action: NavigationAction.roomOpened(room))
        }
    }
#endif
