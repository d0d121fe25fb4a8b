#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// Changes of the room's settings, members and pins.
    struct ChangesRow: View {
        let changes: Row.Changes
        @Environment(\.theme) private var theme: Theme
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting

        var body: some View {
            VStack(spacing: 2) {
                ForEach(Array(text.lines.enumerated()), id: \.offset) { (line: (offset: Int, element: String)) in
                    Text(verbatim: line.element)
                }
            }
            .font(Font(theme.fonts.notice))
            .foregroundColor(Color(theme.quiet))
            .multilineTextAlignment(.center)
            .frame(maxWidth: .infinity)
            .padding(.vertical, 4)
            .padding(.horizontal, 24)
            .accessibilityElement(children: .combine)
        }

        private var text: ChangeText { ChangeText(changes, dateFormatting: dateFormatting) }
    }
#endif
