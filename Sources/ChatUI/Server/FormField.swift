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
            /// `password` is hidden, and `newPassword` may be suggested by the system.
            case address, name, person, text, password, newPassword
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
                field
                if let problem {
                    Text(verbatim: problem)
                        .font(.caption)
                        .foregroundColor(Color(theme.trouble))
                }
            }
        }

        @ViewBuilder private var field: some View {
            switch kind {
            case .password, .newPassword: secret
            case .text: TextField(title, text: $text, prompt: Text(verbatim: prompt))
            case .address, .name, .person: plain
            }
        }

        @ViewBuilder private var secret: some View {
            let field = SecureField(title, text: $text, prompt: Text(verbatim: prompt))
            #if canImport(UIKit)
                field.textContentType(kind == .newPassword ? UITextContentType.newPassword : UITextContentType.password)
            #else
                field
            #endif
        }

        @ViewBuilder private var plain: some View {
            let plain = TextField(title, text: $text, prompt: Text(verbatim: prompt))
                .autocorrectionDisabled(true)
            #if canImport(UIKit)
                plain
                    .textInputAutocapitalization(
                        kind == .person ? TextInputAutocapitalization.words : TextInputAutocapitalization.never
                    )
                    .keyboardType(kind == .address ? UIKeyboardType.URL : UIKeyboardType.default)
            #else
                plain
            #endif
        }
    }
#endif
