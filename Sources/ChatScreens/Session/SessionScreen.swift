#if canImport(SwiftUI)
    import ChatStore
    import ChatUI
    import Flux
    import SwiftUI

    extension View {
        /// A screen of a session: starts the session, tells it whether the app is in the
        /// foreground, and shows its sheets.
        ///
        /// - Parameters:
        ///   - isShown: Whether this screen shows the session's sheets.
        ///   - opensRooms: Whether it can show another room than this one.
        func sessionScreen(_ session: ChatSession, isShown: Bool, opensRooms: Bool) -> some View {
            modifier(SessionScreen(session: session, store: session.store, isShown: isShown, opensRooms: opensRooms))
        }

        /// The opened file, above a screen of a session.
        func fileSheet(of session: ChatSession, isShown: Bool) -> some View {
            modifier(FileSheet(session: session, store: session.store, isShown: isShown))
        }

        /// What the session's views find in their environment.
        fileprivate func environment(of session: ChatSession) -> some View {
            environmentObject(session.store)
                .environment(\.pictures, session.pictures)
                .environment(\.avatars, session.store.state.avatars)
                .environment(\.outgoingFolder, session.compositions.folder)
        }
    }

    @MainActor
    private struct SessionScreen: ViewModifier {
        let session: ChatSession
        @ObservedObject var store: Store<AppState>
        let isShown: Bool
        let opensRooms: Bool
        @Environment(\.scenePhase) private var phase: ScenePhase

        func body(content: Content) -> some View {
            content
                .environment(of: session)
                .sheet(isPresented: isSheetOpen) {
                    SheetPane(session: session, opensRooms: opensRooms)
                        .environment(of: session)
                        .interactiveDismissDisabled(store.state.accounts.all.isEmpty)
                }
                .onAppear {
                    session.start()
                    told(phase)
                }
                .onChange(of: phase) { (phase: ScenePhase) in told(phase) }
                .task(id: phase) {
                    // The system may end the process at any time from now on.
                    if phase == ScenePhase.background { try? await session.save() }
                }
        }

        private func told(_ phase: ScenePhase) {
            switch phase {
            case .active: session.activityChanged(isActive: true)
            case .background: session.activityChanged(isActive: false)
            default: break
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
    private struct FileSheet: ViewModifier {
        let session: ChatSession
        @ObservedObject var store: Store<AppState>
        let isShown: Bool

        func body(content: Content) -> some View {
            content.sheet(isPresented: isFileOpen) { FilePane().environment(of: session) }
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
