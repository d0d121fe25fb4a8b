#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    #if canImport(UIKit)
        import UIKit
    #endif

    /// A form field that shows at once what is wrong with it.
    struct FormField: View {
        enum Kind {
            /// `account` is the name that belongs to a password: the system saves both together,
            /// and fills them in. `password` is hidden, and `newPassword` may be suggested by the
            /// system.
            case address, name, person, account, text, password, newPassword
        }

        /// What a password must be.
        static var passwordPrompt: String {
            let least: Int = Limits.passwordScalars
            return localized(least, one: "At least 1 character", other: "At least \(least) characters")
        }

        let title: String
        let prompt: String
        @Binding var text: String
        let problem: String?
        let kind: Kind
        @Environment(\.theme) private var theme: Theme

        var body: some View {
            VStack(alignment: .leading, spacing: 4) {
                labelled
                if let problem {
                    Text(verbatim: problem)
                        .themeFont(\.detail)
                        .foregroundColor(Color(theme.trouble))
                }
            }
        }

        /// On a Mac a form draws the field's title itself. On iOS it draws none, so the title
        /// stands above the field.
        @ViewBuilder private var labelled: some View {
            #if os(iOS)
                VStack(alignment: .leading, spacing: 2) {
                    Text(verbatim: title)
                        .themeFont(\.detail)
                        .foregroundColor(Color(theme.quiet))
                        // VoiceOver reads it with the field.
                        .accessibilityHidden(true)
                    field.accessibilityLabel(Text(verbatim: title))
                }
            #else
                field
            #endif
        }

        /// What is shown in the empty field.
        private var hint: Text? {
            #if os(iOS)
                // Without a prompt the field would show its title, which stands above it already.
                return Text(verbatim: prompt)
            #else
                // An empty prompt would be drawn in place of the title.
                return prompt.isEmpty ? nil : Text(verbatim: prompt)
            #endif
        }

        @ViewBuilder private var field: some View {
            switch kind {
            case .password, .newPassword: secret
            case .text: TextField(title, text: $text, prompt: hint)
            case .address, .name, .person, .account: plain
            }
        }

        @ViewBuilder private var secret: some View {
            let field = SecureField(title, text: $text, prompt: hint)
            #if canImport(UIKit)
                field.textContentType(kind == .newPassword ? UITextContentType.newPassword : UITextContentType.password)
            #else
                field
            #endif
        }

        private var isPersonsName: Bool { kind == .person || kind == .account }

        @ViewBuilder private var plain: some View {
            let plain = TextField(title, text: $text, prompt: hint)
                .autocorrectionDisabled(true)
            #if canImport(UIKit)
                plain
                    .textInputAutocapitalization(
                        isPersonsName ? TextInputAutocapitalization.words : TextInputAutocapitalization.never
                    )
                    .keyboardType(kind == .address ? UIKeyboardType.URL : UIKeyboardType.default)
                    .textContentType(kind == .account ? UITextContentType.username : nil)
            #else
                plain
            #endif
        }
    }
#endif
