#if canImport(SwiftUI)
    import SwiftUI

    /// The surface of a bubble, with its corners where the language has them.
    ///
    /// Whether the system mirrors a shape depends on the oldest system that the app runs on, so the
    /// shape itself is always laid out from left to right.
    struct BubbleBackground: View {
        let corners: BubbleCorners
        let color: Color
        @Environment(\.layoutDirection) private var direction: LayoutDirection

        var body: some View {
            shape.fill(color).environment(\.layoutDirection, .leftToRight)
        }

        private var shape: UnevenRoundedRectangle {
            let placed: BubbleCorners = direction == .rightToLeft ? corners.mirrored : corners
            return UnevenRoundedRectangle(
                topLeadingRadius: CGFloat(placed.topLeading), bottomLeadingRadius: CGFloat(placed.bottomLeading),
                bottomTrailingRadius: CGFloat(placed.bottomTrailing),
                topTrailingRadius: CGFloat(placed.topTrailing), style: .continuous)
        }
    }
#endif
