#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// A file's bubble: kind, name and size. A tap opens it.
    struct FileLine: View {
        let file: Row.File
        let front: Color
        let open: () -> Void
        @Environment(\.theme) private var theme: Theme
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting

        var body: some View {
            Button(action: open) {
                LargeTextStack(spacing: 10) {
                    Image(systemName: kind.symbol)
                        .font(.title2)
                        .frame(minWidth: 32, minHeight: 40)
                    VStack(alignment: .leading, spacing: 2) {
                        Text(verbatim: file.name)
                            .font(Font(theme.fonts.message))
                            .shortened(toLines: 2)
                            .truncationMode(.middle)
                        Text(verbatim: words.line(file)).font(Font(theme.fonts.detail))
                        if let part = file.progress {
                            ProgressView(value: part)
                                .progressViewStyle(.linear)
                                .tint(front)
                        }
                    }
                }
                .foregroundColor(front)
                .touchTarget(.leading)
            }
            .buttonStyle(.plain)
            .accessibilityLabel(Text(verbatim: words.label(file)))
        }

        private var kind: FileKind { file.kind }
        private var words: FileWords { FileWords(locale: dateFormatting.locale) }
    }
#endif
