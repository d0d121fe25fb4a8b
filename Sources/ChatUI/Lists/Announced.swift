#if canImport(SwiftUI)
    import SwiftUI

    #if canImport(UIKit)
        import UIKit
    #elseif canImport(AppKit)
        import AppKit
    #endif

    extension View {
        /// VoiceOver says the sentence when it is new. Without that, a user who does not see the
        /// screen would not learn that something was refused.
        func announced(_ sentence: String?) -> some View {
            onChange(of: sentence) { (sentence: String?) in
                if let sentence { post(sentence) }
            }
        }
    }

    @MainActor
    private func post(_ sentence: String) {
        #if canImport(UIKit)
            UIAccessibility.post(notification: UIAccessibility.Notification.announcement, argument: sentence)
        #elseif canImport(AppKit)
            // An app that is not in front has no main window.
            guard let window: NSWindow = NSApplication.shared.mainWindow else { return }
            NSAccessibility.post(
                element: window,
                notification: NSAccessibility.Notification.announcementRequested,
                userInfo: [
                    .announcement: sentence, .priority: NSAccessibilityPriorityLevel.high.rawValue,
                ])
        #endif
    }
#endif
