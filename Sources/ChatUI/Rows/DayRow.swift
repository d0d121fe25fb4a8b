#if canImport(SwiftUI)
    import ChatModel
    import Foundation
    import SwiftUI

    /// The heading of a day. It asks to which day to go.
    struct DayRow: View {
        /// Milliseconds since 1970-01-01 UTC.
        let at: Int64
        let act: (BubbleAction) -> Void
        @Environment(\.theme) private var theme: Theme
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting

        var body: some View {
            Button {
                act(.chooseDay(at))
            } label: {
                Text(verbatim: dateFormatting.day(at, now: DateFormatting.now))
                    .font(Font(theme.fonts.heading))
                    .foregroundColor(Color(theme.quiet))
                    .padding(.vertical, 10)
                    .padding(.horizontal, 12)
                    .touchTarget()
            }
            .buttonStyle(.plain)
            .frame(maxWidth: .infinity)
            .accessibilityAddTraits(.isHeader)
            .accessibilityHint(Text(localized("Goes to a day")))
        }
    }
#endif
