#if canImport(SwiftUI)
    import Foundation
    import SwiftUI

    /// The heading of a day.
    struct DayRow: View {
        /// Milliseconds since 1970-01-01 UTC.
        let at: Int64
        @Environment(\.theme) private var theme: Theme
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting

        var body: some View {
            Text(dateFormatting.day(at, now: DateFormatting.now))
                .font(Font(theme.fonts.heading))
                .foregroundColor(Color(theme.quiet))
                .frame(maxWidth: .infinity)
                .padding(.vertical, 10)
                .accessibilityAddTraits(.isHeader)
        }
    }
#endif
