#if canImport(SwiftUI)
    import SwiftUI

    extension View {
        /// Draws its text in a font of the theme.
        package func themeFont(_ font: KeyPath<ThemeFonts, ThemeFont>) -> some View {
            modifier(ThemeFontModifier(font: font))
        }

        /// A sheet: text without a font of its own is in that of the theme.
        package func sheetFont() -> some View { modifier(SheetFontModifier()) }
    }

    private struct ThemeFontModifier: ViewModifier {
        let font: KeyPath<ThemeFonts, ThemeFont>
        @Environment(\.theme) private var theme: Theme

        func body(content: Content) -> some View { content.font(Font(theme.fonts[keyPath: font])) }
    }

    private struct SheetFontModifier: ViewModifier {
        @Environment(\.theme) private var theme: Theme

        func body(content: Content) -> some View {
            let font: ThemeFont = theme.fonts.sheet
            return content.transformEnvironment(\.font) { (inherited: inout Font?) in
                if font.name != nil { inherited = Font(font) }
            }
        }
    }
#endif
