#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// The bar above the field during a reply or an edit: the message's text, and a button to
    /// cancel.
    struct PurposeBar: View {
        let purpose: Composition.Purpose
        let cancel: () -> Void
        @Environment(\.theme) private var theme: Theme
        @Environment(\.voiceRecorder) private var voiceRecorder: VoiceRecorder?

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
                if let voiceRecorder {
                    RecordingCancelButton(recorder: voiceRecorder, cancel: cancel)
                } else {
                    CancelButton(shortcut: KeyboardShortcut.cancelAction, cancel: cancel)
                }
            }
        }
    }

    /// The button beside a recorder. Escape discards a recording first (``RecordingLine``).
    private struct RecordingCancelButton: View {
        @ObservedObject var recorder: VoiceRecorder
        let cancel: () -> Void

        var body: some View {
            CancelButton(shortcut: recorder.isRecording ? nil : KeyboardShortcut.cancelAction, cancel: cancel)
        }
    }

    private struct CancelButton: View {
        let shortcut: KeyboardShortcut?
        let cancel: () -> Void
        @Environment(\.theme) private var theme: Theme

        var body: some View {
            Button(action: cancel) {
                Image(systemName: "xmark.circle.fill").foregroundColor(Color(theme.quiet)).touchTarget()
            }
            .buttonStyle(.plain)
            .keyboardShortcut(shortcut)
            .accessibilityLabel(Text(localized("Cancel")))
        }
    }
#endif
