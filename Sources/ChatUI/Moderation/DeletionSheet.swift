#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// Asks a moderator why a message is deleted.
    public struct DeletionSheet: View {
        @State private var deletion: Deletion
        private let decide: (Deletion) -> Void
        private let cancel: () -> Void

        /// Creates the sheet.
        public init(deletion: Deletion, decide: @escaping (Deletion) -> Void, cancel: @escaping () -> Void) {
            _deletion = State(initialValue: deletion)
            self.decide = decide
            self.cancel = cancel
        }

        public var body: some View {
            FormSheet(
                title: localized("Delete message"), height: 220,
                confirm: FormButton(
                    title: localized("Delete"), role: .destructive, isDisabled: deletion.problem != nil,
                    act: { decide(deletion) }),
                cancel: cancel
            ) {
                Section {
                    FormField(
                        title: localized("Reason"), prompt: localized("Optional"), text: $deletion.reason,
                        problem: deletion.problem,
                        kind: .text)
                } header: {
                    Text(verbatim: deletion.title)
                } footer: {
                    Text(verbatim: deletion.sentence)
                }
            }
        }
    }
#endif
