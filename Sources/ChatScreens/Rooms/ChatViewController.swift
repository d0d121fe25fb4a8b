#if canImport(SwiftUI) && canImport(UIKit)
    import ChatWire
    import SwiftUI
    import UIKit

    /// A room's screen for an app of UIKit: a ``ChatView`` in a view controller.
    ///
    /// ```swift
    /// let chat = ChatViewController(session, room: "support") { $0.theme(theme) }
    /// navigationController?.pushViewController(chat, animated: true)
    /// ```
    ///
    /// Push it: the room's title and its buttons are in the bar of the `UINavigationController`.
    /// Keep the session as long as the user is signed in. A view controller that is pushed again
    /// shows what was being written.
    public final class ChatViewController: UIHostingController<AnyView> {
        /// Creates the view controller. The session starts when it appears.
        ///
        /// - Parameters:
        ///   - room: The room to open. The user joins it if they are not in it.
        ///   - content: Gets the view, for its look and its content: `theme`, `chatSlot`,
        ///     `payloadView`, `messageActions`.
        public init<Root: View>(
            _ session: ChatSession, room: RoomName, @ViewBuilder content: (ChatView) -> Root
        ) {
            super.init(rootView: AnyView(content(ChatView(session, room: room))))
        }

        /// Creates the view controller of the room with this name. If it is not a room's name, the
        /// screen says so.
        ///
        /// - Parameter content: Gets the view, for its look and its content.
        public init<Root: View>(
            _ session: ChatSession, room: String, @ViewBuilder content: (ChatView) -> Root
        ) {
            super.init(rootView: AnyView(content(ChatView(session, room: room))))
        }

        /// Creates the view controller with the default look.
        public convenience init(_ session: ChatSession, room: RoomName) {
            self.init(session, room: room) { (view: ChatView) in view }
        }

        /// Creates the view controller of the room with this name, with the default look.
        public convenience init(_ session: ChatSession, room: String) {
            self.init(session, room: room) { (view: ChatView) in view }
        }

        /// A storyboard has no session.
        @available(*, unavailable)
        public required dynamic init?(coder aDecoder: NSCoder) { return nil }
    }
#endif
