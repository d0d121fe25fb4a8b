#if canImport(SwiftUI)
    import ChatLanguages
    import ChatModel
    import ChatScreens
    import ChatUI
    import Flux
    import Foundation
    import SwiftUI

    /// The app: one chat window over one store.
    public struct ChatApp: App {
        #if canImport(UIKit)
            @UIApplicationDelegateAdaptor(LaunchDelegate.self) private var delegate: LaunchDelegate
        #elseif canImport(AppKit)
            @NSApplicationDelegateAdaptor(LaunchDelegate.self) private var delegate: LaunchDelegate
        #endif
        @Environment(\.scenePhase) private var phase: ScenePhase

        public init() {
            // Before anything is said: sentences are not said again in another language.
            Language.use(Translations.language(among: Locale.preferredLanguages))
        }

        public var body: some Scene {
            WindowGroup {
                ConversationsView(ChatRuntime.shared.session).languageOfSentences()
                    // A link opens in this window, and in no second one.
                    .handlesExternalEvents(preferring: ["*"], allowing: ["*"])
            }
            .onChange(of: phase) { (phase: ScenePhase) in ChatRuntime.shared.phaseChanged(to: phase) }
            .commands {
                // The settings are a sheet: ⌘, opens it.
                CommandGroup(replacing: .appSettings) { SettingsCommand(store: ChatRuntime.shared.store) }
                // There is one window: ⌘N joins a room instead.
                CommandGroup(replacing: .newItem) { NewCommands(store: ChatRuntime.shared.store) }
                CommandMenu(localized("Go ##the menu of places")) { GoCommands(store: ChatRuntime.shared.store) }
            }
        }
    }
#endif
