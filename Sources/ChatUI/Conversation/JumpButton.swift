#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// Goes to the first unread message and then to the newest one, and shows how many are unread.
    public struct JumpButton: View {
        /// The number of unread messages, such as “3” or “99+”; `nil` if there are none.
        public var badge: String?
        /// Called when the button is pressed.
        public var jump: () -> Void

        @Environment(\.theme) private var theme: Theme

        /// Creates the view.
        public init(badge: String?, jump: @escaping () -> Void) {
            self.badge = badge
            self.jump = jump
        }

        public var body: some View {
            Button(action: jump) {
                HStack(spacing: 6) {
                    if let badge { Text(localized("\(badge) new")) }
                    Image(systemName: "chevron.down")
                }
                .accentCapsule(theme)
            }
            .buttonStyle(.plain)
            .accessibilityLabel(
                Text(
                    badge.map { (badge: String) in localized("New messages: \(badge). Go to them.") }
                        ?? localized("Go to the newest message"))
            )
            .padding(12)
        }
    }
#endif
