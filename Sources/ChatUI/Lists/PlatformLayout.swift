#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    extension View {
        /// The least size of a sheet's window on a Mac. On iOS the system decides: a screen may be
        /// narrower.
        public func sheetSize(width: CGFloat = 360, height: CGFloat) -> some View {
            #if os(macOS)
                return frame(minWidth: width, minHeight: height)
            #else
                return self
            #endif
        }

        /// A small title in the bar. A large one takes the place of messages.
        func smallTitle() -> some View {
            #if os(iOS)
                return navigationBarTitleDisplayMode(.inline)
            #else
                return self
            #endif
        }

        /// At least 44 by 44 points for a finger, as Apple's guidelines ask, however small the
        /// button looks. A pointer needs less.
        package func touchTarget(_ alignment: Alignment = .center) -> some View {
            #if os(iOS)
                return frame(minWidth: 44, minHeight: 44, alignment: alignment).contentShape(Rectangle())
            #else
                return contentShape(Rectangle())
            #endif
        }

        /// Reacts to a tap, on an area as large as ``touchTarget(_:)`` asks. The area lies over the
        /// views around it, which stay where they are.
        func tapped(_ act: @escaping () -> Void) -> some View {
            overlay { Color.clear.touchTarget().onTapGesture(perform: act) }
        }

        /// The whole row reacts to a tap, also where nothing is drawn.
        func tappableRow() -> some View {
            fillsLine().contentShape(Rectangle())
        }
    }

    /// A button of small text that a finger can hit.
    struct SmallButton: View {
        let title: String
        let role: ButtonRole?
        /// What the button is about, for VoiceOver: each row of a list may have such a button.
        let about: String?
        let act: () -> Void

        init(_ title: String, role: ButtonRole? = nil, about: String? = nil, act: @escaping () -> Void) {
            self.title = title
            self.role = role
            self.about = about
            self.act = act
        }

        var body: some View {
            Button(role: role, action: act) { Text(verbatim: title).touchTarget() }
                .accessibilityLabel(Text(verbatim: about.map { localized("\(title): \($0)") } ?? title))
        }
    }
#endif
