#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// Asks for how long and why somebody is banned, muted or removed.
    public struct SanctionSheet: View {
        @State private var sanction: Sanction
        private let decide: (Sanction) -> Void
        private let cancel: () -> Void

        /// Creates the view.
        ///
        /// - Parameters:
        ///   - sanction: What is being decided.
        ///   - decide: Called with the chosen length and reason when the user confirms.
        ///   - cancel: Closes the sheet.
        public init(sanction: Sanction, decide: @escaping (Sanction) -> Void, cancel: @escaping () -> Void) {
            _sanction = State(initialValue: sanction)
            self.decide = decide
            self.cancel = cancel
        }

        public var body: some View {
            FormSheet(
                title: sanction.title, height: 220,
                confirm: FormButton(
                    title: sanction.kind.title, role: .destructive, isDisabled: sanction.problem != nil,
                    act: { decide(sanction) }),
                cancel: cancel
            ) {
                if sanction.hasLength {
                    Picker(localized("For"), selection: $sanction.length) {
                        ForEach(Sanction.Length.allCases, id: \.self) { (length: Sanction.Length) in
                            Text(verbatim: length.title).tag(length)
                        }
                    }
                }
                FormField(
                    title: localized("Reason"), prompt: sanction.reasonHint, text: $sanction.reason,
                    problem: sanction.problem, kind: .text)
            }
        }
    }
#endif
