#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// The button that confirms a ``FormSheet``.
    struct FormButton {
        let title: String
        var role: ButtonRole?
        var isDisabled: Bool = false
        /// Whether Return presses it. Not for what can't be undone.
        var isDefault: Bool = false
        let act: () -> Void
    }

    /// A sheet with a form: its title, the fields, and the buttons that confirm and cancel it.
    struct FormSheet<Fields: View>: View {
        private let title: String
        private let height: CGFloat
        private let confirm: FormButton?
        private let cancel: (() -> Void)?
        private let fields: Fields

        /// - Parameters:
        ///   - height: the minimum height on a Mac, in points
        ///   - confirm: `nil` for a form that has the button among its fields
        ///   - cancel: `nil` for a form without anything to cancel
        init(
            title: String, height: CGFloat, confirm: FormButton? = nil, cancel: (() -> Void)? = nil,
            @ViewBuilder fields: () -> Fields
        ) {
            self.title = title
            self.height = height
            self.confirm = confirm
            self.cancel = cancel
            self.fields = fields()
        }

        var body: some View {
            NavigationStack {
                Form { fields }
                    .formStyle(.grouped)
                    .navigationTitle(Text(verbatim: title))
                    .toolbar {
                        if let cancel {
                            ToolbarItem(placement: .cancellationAction) { Button(localized("Cancel"), action: cancel) }
                        }
                        if let confirm {
                            ToolbarItem(placement: .confirmationAction) {
                                Button(confirm.title, role: confirm.role, action: confirm.act)
                                    .disabled(confirm.isDisabled)
                                    .keyboardShortcut(confirm.isDefault ? KeyboardShortcut.defaultAction : nil)
                            }
                        }
                    }
            }
            .sheetSize(height: height)
        }
    }
#endif
