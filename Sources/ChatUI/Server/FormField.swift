#if canImport(SwiftUI)
    import SwiftUI

    #if canImport(UIKit)
        import UIKit
    #endif

    /// A form field that shows at once what is wrong with it.
    struct FormField: View {
        enum Kind {
            case address, name, person
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
