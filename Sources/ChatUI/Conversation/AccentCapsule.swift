#if canImport(SwiftUI)
    import SwiftUI

    extension View {
        /// The look of a button that floats over the messages.
        func accentCapsule(_ theme: Theme) -> some View {
            font(Font(theme.fonts.button))
                .foregroundColor(Color(theme.onAccent))
                .padding(.horizontal, 12)
                .padding(.vertical, 8)
                .background(Capsule().fill(Color(theme.accent)))
                .touchTarget()
        }
    }
#endif
