#if canImport(SwiftUI)
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
            NavigationStack {
                Form {
                    Section {
                        FormField(
                            title: "Reason", prompt: "Optional", text: $deletion.reason, problem: deletion.problem,
                            kind: .text)
                    } header: {
                        Text(verbatim: deletion.title)
                    } footer: {
                        Text(verbatim: deletion.sentence)
                    }
                }
                .formStyle(.grouped)
                .navigationTitle(Text("Delete message"))
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) { Button("Cancel", action: cancel) }
                    ToolbarItem(placement: .confirmationAction) {
                        Button("Delete", role: .destructive) { decide(deletion) }
                            .disabled(deletion.problem != nil)
                    }
                }
            }
            .frame(minWidth: 340, minHeight: 220)
        }
    }
#endif
