#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// The chosen files above the input field, each with a button to remove it.
    struct ChosenFiles: View {
        let files: [PickedFile]
        let remove: (FileID) -> Void
        @Environment(\.theme) private var theme: Theme
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting

        var body: some View {
            if !files.isEmpty {
                ScrollView(.horizontal, showsIndicators: false) {
                    HStack(spacing: 8) {
                        ForEach(files) { (file: PickedFile) in chip(file) }
                    }
                }
            }
        }

        private func chip(_ file: PickedFile) -> some View {
            HStack(spacing: 6) {
                Image(systemName: file.kind.symbol).accessibilityHidden(true)
                VStack(alignment: .leading, spacing: 0) {
                    Text(verbatim: file.name)
                        .font(Font(theme.fonts.detail).weight(.semibold))
                        .shortened(toLines: 1)
                        .truncationMode(.middle)
                        .frame(maxWidth: 160, alignment: .leading)
                    Text(verbatim: FileWords(locale: dateFormatting.locale).size(file.size))
                        .font(Font(theme.fonts.detail))
                }
                Button {
                    remove(file.id)
                } label: {
                    Image(systemName: "xmark.circle.fill").foregroundColor(Color(theme.quiet)).touchTarget()
                }
                .buttonStyle(.plain)
                .accessibilityLabel(Text(localized("Remove \(file.name)")))
            }
            .foregroundColor(Color(theme.onBubble))
            .padding(.horizontal, 10)
            .padding(.vertical, 6)
            .background(RoundedRectangle(cornerRadius: 10, style: .continuous).fill(Color(theme.bubble)))
        }
    }
#endif
