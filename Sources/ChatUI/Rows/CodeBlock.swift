#if canImport(SwiftUI)
    import SwiftUI

    /// Lines of code: not wrapped, scrolled sideways, left to right in every language.
    struct CodeBlock: View {
        let code: String
        let color: Color
        @Environment(\.theme) private var theme: Theme

        var body: some View {
            ScrollView(.horizontal, showsIndicators: false) {
                Text(verbatim: code)
                    .font(Font(theme.fonts.code))
                    .foregroundColor(color)
                    .fixedSize(horizontal: true, vertical: true)
                    .padding(8)
            }
            .background(RoundedRectangle(cornerRadius: 8, style: .continuous).fill(color.opacity(0.1)))
            .environment(\.layoutDirection, .leftToRight)
        }
    }
#endif
