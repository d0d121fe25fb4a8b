#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// Asks to which day of a conversation to go.
    struct DaySheet: View {
        /// The day whose heading was pressed.
        struct Choice: Identifiable {
            /// Milliseconds since 1970-01-01 UTC.
            let id: Int64
        }

        @State private var date: Date
        private let go: (Date) -> Void
        private let cancel: () -> Void
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting

        /// - Parameter go: gets the beginning of the chosen day
        init(_ choice: Choice, go: @escaping (Date) -> Void, cancel: @escaping () -> Void) {
            _date = State(initialValue: min(DateFormatting.date(choice.id), Date()))
            self.go = go
            self.cancel = cancel
        }

        var body: some View {
            FormSheet(
                title: localized("Go to a day"), height: 420,
                confirm: FormButton(
                    title: localized("Go"), isDefault: true, act: { go(calendar.startOfDay(for: date)) }),
                cancel: cancel
            ) {
                Section {
                    DatePicker(localized("Day"), selection: $date, in: ...Date(), displayedComponents: .date)
                        .datePickerStyle(.graphical)
                        .environment(\.calendar, calendar)
                        .environment(\.timeZone, calendar.timeZone)
                        .environment(\.locale, dateFormatting.locale)
                }
            }
        }

        private var calendar: Calendar { dateFormatting.calendar }
    }
#endif
