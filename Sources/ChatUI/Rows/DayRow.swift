#if canImport(SwiftUI)
    import Foundation
    import SwiftUI

    /// The heading of a day.
    struct DayRow: View {
        /// Milliseconds since 1970-01-01 UTC.
        let at: Int64
        @Environment(\.theme) private var theme: Theme
        @Environment(\.moments) private var moments: Moments

        var body: some View {
            Text(moments.day(at, now: Moments.now))
                .font(.caption.weight(.semibold))
                .foregroundColor(Color(theme.quiet))
                .frame(maxWidth: .infinity)
                .padding(.vertical, 10)
                .accessibilityAddTraits(.isHeader)
        }
    }
#endif
