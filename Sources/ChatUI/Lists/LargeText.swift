#if canImport(SwiftUI)
    import SwiftUI

    /// Views beside each other. At the accessibility text sizes they are below each other, because
    /// there is no space for two texts in one line.
    struct LargeTextStack<Content: View>: View {
        private let alignment: VerticalAlignment
        private let spacing: CGFloat?
        private let content: Content
        @Environment(\.dynamicTypeSize) private var textSize: DynamicTypeSize

        /// - Parameters:
        ///   - alignment: of the views beside each other
        ///   - spacing: between the views, in points; `nil` for the system's
        init(
            alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
        ) {
            self.alignment = alignment
            self.spacing = spacing
            self.content = content()
        }

        var body: some View { layout { content } }

        private var layout: AnyLayout {
            textSize.isAccessibilitySize
                ? AnyLayout(VStackLayout(alignment: .leading, spacing: spacing))
                : AnyLayout(HStackLayout(alignment: alignment, spacing: spacing))
        }
    }

    extension View {
        /// Limits a text to so many lines. At the accessibility text sizes, where a line has few
        /// words, it may have three times as many.
        func shortened(toLines lines: Int) -> some View { modifier(Shortened(lines: lines)) }

        /// Takes the rest of a line, so that what follows is at its end.
        func fillsLine() -> some View { frame(maxWidth: .infinity, alignment: .leading) }
    }

    private struct Shortened: ViewModifier {
        let lines: Int
        @Environment(\.dynamicTypeSize) private var textSize: DynamicTypeSize

        func body(content: Content) -> some View {
            content.lineLimit(textSize.isAccessibilitySize ? 3 * lines : lines)
        }
    }
#endif
