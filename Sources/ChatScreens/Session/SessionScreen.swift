#if canImport(SwiftUI)
    import ChatStore
    import ChatUI
    import ChatWire
    import Flux
    import SwiftUI

    extension View {
        /// A screen of a session: starts the session, and shows its sheets.
        ///
        /// - Parameters:
        ///   - isShown: Whether this screen shows the session's sheets.
        ///   - opensRooms: Whether it can show another room than this one.
        func sessionScreen(_ session: ChatSession, isShown: Bool, opensRooms: Bool) -> some View {
            modifier(SessionScreen(session: session, store: session.store, isShown: isShown, opensRooms: opensRooms))
        }

        /// A view of a room: reports to the session while it is on the screen.
        ///
        /// - Parameters:
        ///   - screen: The view's identity.
        ///   - room: The room that it opens when it appears; `nil` if it shows whichever room is
        ///     open.
        func roomScreen(_ session: ChatSession, _ screen: RoomScreens.ID, opening room: RoomName?) -> some View {
            modifier(RoomScreen(session: session, screen: screen, room: room))
        }

        /// The opened file, above a screen of a session.
        func fileSheet(of session: ChatSession, isShown: Bool) -> some View {
            modifier(FileSheet(session: session, store: session.store, isShown: isShown))
        }

        /// What the session's views find in their environment.
        fileprivate func environment(of session: ChatSession) -> some View {
            environmentObject(session.store)
                .environment(\.pictures, session.pictures)
                .environment(\.mapPictures, session.store.state.settings.showsMaps ? session.mapPictures : nil)
                .environment(\.voicePlayback, session.voicePlayback)
                .environment(\.voiceRecorder, session.voiceRecorder)
                .environment(
                    \.avatars,
                    session.avatars.value(of: AvatarsSource(session.store.state)) { (source: AvatarsSource) in
                        source.avatars
                    }
                )
                .environment(\.linkCards, session.linkCards.cards(in: session.store.state))
                .environment(\.outgoingFolder, session.compositions.folder)
        }
    }

    @MainActor
    private struct SessionScreen: ViewModifier {
        let session: ChatSession
        @ObservedObject var store: Store<AppState>
        let isShown: Bool
        let opensRooms: Bool

        func body(content: Content) -> some View {
            content
                .environment(of: session)
                .sheet(isPresented: isSheetOpen) {
                    SheetPane(session: session, opensRooms: opensRooms)
                        .environment(of: session)
                        .sheetFont()
                        .interactiveDismissDisabled(store.state.accounts.all.isEmpty)
                }
                .onAppear {
                    session.start()
                    // The session may have been started after the app became active.
                    session.activityChanged(isActive: AppObserver.isActive)
                }
        }

        private var isSheetOpen: Binding<Bool> {
            let (session, isShown): (ChatSession, Bool) = (self.session, self.isShown)
            // Only ever closed by the sheet itself.
            return store.binding({ (_: AppState) -> Bool in isShown && session.sheet != nil }) {
                (_: Bool) -> any Action in
                NavigationAction.sheetClosed
            }
        }
    }

    @MainActor
    private struct RoomScreen: ViewModifier {
        let session: ChatSession
        let screen: RoomScreens.ID
        let room: RoomName?
        /// Only in apps of SwiftUI is it the scene's own.
        @Environment(\.scenePhase) private var phase: ScenePhase

        func body(content: Content) -> some View {
            // One view, whatever the content changes to: it appears and leaves as a whole.
            ZStack { content }
                .onAppear {
                    session.appeared(screen, opening: room)
                    told(phase)
                }
                .onDisappear { session.left(screen) }
                .onChange(of: room) { (room: RoomName?) in session.changed(screen, to: room) }
                .onChange(of: phase) { (phase: ScenePhase) in told(phase) }
        }

        private func told(_ phase: ScenePhase) {
            session.sceneChanged(of: screen, isActive: phase == ScenePhase.active)
        }
    }

    @MainActor
    private struct FileSheet: ViewModifier {
        let session: ChatSession
        @ObservedObject var store: Store<AppState>
        let isShown: Bool

        func body(content: Content) -> some View {
            content.sheet(isPresented: isFileOpen) { FilePane().environment(of: session).sheetFont() }
        }

        private var isFileOpen: Binding<Bool> {
            let isShown: Bool = self.isShown
            // Only ever closed by the sheet itself.
            return store.binding({ (state: AppState) -> Bool in isShown && state.viewed != nil }) {
                (_: Bool) -> any Action in
                FileAction.closed
            }
        }
    }
#endif
