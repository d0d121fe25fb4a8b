#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// A file's bubble: kind, name and size. A tap opens it.
    struct FileLine: View {
        let file: Row.File
        let front: Color
        let open: () -> Void
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting

        var body: some View {
            Button(action: open) {
                HStack(spacing: 10) {
                    Image(systemName: kind.symbol)
                        .font(.title2)
                        .frame(width: 32, height: 40)
                    VStack(alignment: .leading, spacing: 2) {
                        Text(verbatim: file.name)
                            .font(.body)
                            .lineLimit(2)
                            .truncationMode(.middle)
                        Text(verbatim: words.line(file)).font(.caption)
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
