#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// The bar above the field during a reply or an edit: the message's text, and a button to
    /// cancel.
    struct PurposeBar: View {
        let purpose: Composition.Purpose
        let cancel: () -> Void
        @Environment(\.theme) private var theme: Theme

        var body: some View {
            switch purpose {
            case .message: EmptyView()
            case .reply(_, let author, let text): bar(title: author, text: text)
            case .edit(_, let text, let file):
                bar(title: localized("Editing your message"), text: text.isEmpty ? file ?? "" : text)
            }
        }

        private func bar(title: String, text: String) -> some View {
            HStack {
                ReplyQuote(author: title, text: text, front: Color(theme.quiet))
                Spacer()
                Button(action: cancel) {
                    Image(systemName: "xmark.circle.fill").foregroundColor(Color(theme.quiet)).touchTarget()
                }
                .buttonStyle(.plain)
                .keyboardShortcut(.cancelAction)
                .accessibilityLabel(Text(localized("Cancel")))
            }
        }
    }
#endif
