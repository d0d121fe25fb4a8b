#if canImport(SwiftUI) && canImport(UIKit)
    import SwiftUI
    import UIKit

    /// The list of rooms beside the room, for an app of UIKit: a ``ConversationsView`` in a view
    /// controller.
    ///
    /// ```swift
    /// let chats = ConversationsViewController(session) { $0.theme(theme) }
    /// tabBarController?.viewControllers?.append(chats)
    /// ```
    ///
    /// It has its own bars and its own navigation. So make it a tab or the root of a window, or
    /// present it, and do not push it: to push one room, use ``ChatViewController``.
    public final class ConversationsViewController: UIHostingController<AnyView> {
        /// Creates the view controller. The session starts when it appears.
        ///
        /// - Parameter content: Gets the view, for its look and its content: `theme`, `chatSlot`,
        ///   `payloadView`, `messageActions`.
        public init<Root: View>(_ session: ChatSession, @ViewBuilder content: (ConversationsView) -> Root) {
            super.init(rootView: AnyView(content(ConversationsView(session))))
        }

        /// Creates the view controller with the default look.
        public convenience init(_ session: ChatSession) {
            self.init(session) { (view: ConversationsView) in view }
        }

        /// A storyboard has no session.
        @available(*, unavailable)
        public required dynamic init?(coder aDecoder: NSCoder) { return nil }
    }
#endif
