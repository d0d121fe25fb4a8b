#if canImport(SwiftUI)
    import ChatWire
    import SwiftUI

    /// A person's disc with initials, in their color.
    struct Avatar: View {
        let author: Author
        let size: Double
        @Environment(\.theme) private var theme: Theme

        var body: some View {
            Circle()
                .fill(Color(theme.color(of: author.user)))
                .frame(width: CGFloat(size), height: CGFloat(size))
                .overlay(
                    Text(verbatim: Initials.of(author.name))
                        .font(.system(size: CGFloat(size * 0.4), weight: .semibold))
                        .minimumScaleFactor(0.5)
                        .foregroundColor(Color(theme.background))
                )
                .accessibilityHidden(true)
        }
    }
#endif
