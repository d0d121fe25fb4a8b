#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// Asks for a room's name or a link. Joining a room that does not exist creates it.
    public struct JoinSheet: View {
        /// The room's name or the link, as typed.
        @Binding public var room: String
        /// What is wrong with ``room``; `nil` if it is right or empty.
        public var problem: String?
        /// Whether ``room`` is a valid name or link. If not, the button is disabled.
        public var canJoin: Bool
        /// Joins the room, or follows the link.
        public var join: () -> Void
        /// Closes the sheet.
        public var cancel: () -> Void

        /// Creates the view.
        public init(
            room: Binding<String>, problem: String?, canJoin: Bool, join: @escaping () -> Void,
            cancel: @escaping () -> Void
        ) {
            _room = room
            self.problem = problem
            self.canJoin = canJoin
            self.join = join
            self.cancel = cancel
        }

        public var body: some View {
            FormSheet(
                title: localized("Join a room"), height: 180,
                confirm: FormButton(title: localized("Join"), isDisabled: !canJoin, act: join), cancel: cancel
            ) {
                FormField(title: localized("Room or link"), prompt: "lobby", text: $room, problem: problem, kind: .name)
                    .onSubmit { if canJoin { join() } }
            }
        }
    }
#endif
