#if canImport(SwiftUI)
    import ChatModel
    import ChatStore
    import ChatUI
    import ChatWire
    import Foundation
    import UserNotifications

    /// Local notifications of new messages while the user is not looking. A tap opens the message.
    @MainActor
    final class Notifications {
        private var receiver: NotificationReceiver?

        /// `nil` under `swift run`: without a bundle, asking for the center would end the process.
        private var center: UNUserNotificationCenter? {
            Bundle.main.bundleIdentifier == nil ? nil : UNUserNotificationCenter.current()
        }

        func start(followed: @escaping @MainActor @Sendable (ChatLink) -> Void) {
            let receiver: NotificationReceiver = NotificationReceiver(followed: followed)
            self.receiver = receiver
            center?.delegate = receiver
        }

        func show(_ announcements: [Announcement]) {
            guard let center, !announcements.isEmpty else { return }
            // Asks for permission with the first message, when its purpose is clear. The answer
            // comes on any thread.
            center.requestAuthorization(options: [.alert, .sound, .badge]) { @Sendable (_: Bool, _: (any Error)?) in }
            for announcement: Announcement in announcements {
                center.add(request(announcement), withCompletionHandler: nil)
            }
        }

        private func request(_ announcement: Announcement) -> UNNotificationRequest {
            let content: UNMutableNotificationContent = UNMutableNotificationContent()
            content.title = announcement.title
            content.subtitle = announcement.author ?? ""
            content.body = MessageSummary.of(announcement.text)
            content.sound = UNNotificationSound.default
            content.threadIdentifier = announcement.room.text
            content.userInfo = ["link": announcement.link.text]
            return UNNotificationRequest(identifier: announcement.id, content: content, trigger: nil)
        }
    }

    /// Receives taps on notifications.
    final class NotificationReceiver: NSObject, UNUserNotificationCenterDelegate {
        private let followed: @MainActor @Sendable (ChatLink) -> Void

        init(followed: @escaping @MainActor @Sendable (ChatLink) -> Void) {
            self.followed = followed
            super.init()
        }

        nonisolated func userNotificationCenter(
            _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
            withCompletionHandler completionHandler: @escaping () -> Void
        ) {
            let text: String? = response.notification.request.content.userInfo["link"] as? String
            if let text, let link = ChatLink(text) {
                let followed: @MainActor @Sendable (ChatLink) -> Void = self.followed
                DispatchQueue.main.async { MainActor.assumeIsolated { followed(link) } }
            }
            completionHandler()
        }
    }
#endif
