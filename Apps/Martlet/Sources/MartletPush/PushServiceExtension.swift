#if os(iOS)
    import ChatCore
    import ChatLanguages
    import ChatModel
    import ChatStore
    import ChatWire
    import Foundation
    import MartletGroup
    import UserNotifications

    /// The notification service extension: fetches the message of a push, and shows it as the app
    /// would announce it. The extension's own class is derived from it.
    open class PushServiceExtension: UNNotificationServiceExtension {
        private var fetching: Task<Void, Never>?

        open override func didReceive(
            _ request: UNNotificationRequest,
            withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
        ) {
            guard let push: PushPayload = PushPayload(request.content.userInfo),
                let folder: URL = AppGroup.pushes, let group: String = AppGroup.identifier,
                let copy: UNMutableNotificationContent = request.content.mutableCopy() as? UNMutableNotificationContent
            else { return contentHandler(request.content) }
            // Before anything is said.
            Language.use(Translations.language(among: Locale.preferredLanguages))
            let access: PushAccess = PushAccess(folder: folder, group: group)
            let fetch: FetchAnnouncement = FetchAnnouncement(access) { (server: ServerAddress) in
                server.url.map { (url: URL) in URLSessionRequests(url) }
            }
            let id: String = request.identifier
            // Only the task uses them from now on.
            nonisolated(unsafe) let content: UNMutableNotificationContent = copy
            nonisolated(unsafe) let answer: (UNNotificationContent) -> Void = contentHandler
            // Ends at `Limits.pushDeadline`, or when the system ends the extension.
            fetching = Task { @Sendable in
                let shown: FetchedAnnouncement = await fetch.run(push)
                if let place: Announcement.Place = shown.place {
                    let accounts: PushAccounts = await access.accounts.load() ?? PushAccounts()
                    await PushServiceExtension.removeOthers(about: place, but: id, accounts)
                    content.threadIdentifier = place.thread
                }
                content.title = shown.title ?? content.title
                content.subtitle = shown.author ?? ""
                content.body = shown.body
                if shown.isQuiet { content.sound = nil }
                answer(content)
            }
        }

        open override func serviceExtensionTimeWillExpire() {
            // The task shows what the push has itself.
            fetching?.cancel()
        }

        /// Removes the app's own announcement of the message, if it has shown one.
        private static func removeOthers(
            about place: Announcement.Place, but id: String, _ accounts: PushAccounts
        ) async {
            await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
                UNUserNotificationCenter.current().getDeliveredNotifications { @Sendable (all: [UNNotification]) in
                    let delivered: DeliveredAnnouncements = DeliveredAnnouncements(
                        all.map { (one: UNNotification) -> DeliveredNotification in
                            DeliveredNotification(id: one.request.identifier, userInfo: one.request.content.userInfo)
                        }, accounts.place(of:))
                    let others: [String] = delivered.ids(of: place, but: id)
                    if others.isEmpty { return done.resume() }
                    UNUserNotificationCenter.current().removeDeliveredNotifications(withIdentifiers: others)
                    // The removal has no handler. Another question is answered after it: an
                    // extension that ends before has removed nothing.
                    UNUserNotificationCenter.current().getDeliveredNotifications { @Sendable _ in done.resume() }
                }
            }
        }
    }
#endif
