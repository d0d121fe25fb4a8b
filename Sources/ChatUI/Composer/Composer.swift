#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// Where one writes. It grows with the text; Return sends on a Mac (``ReturnKey``).
    public struct Composer: View {
        @Binding public var composition: Composition
        public var send: () -> Void
        /// Something was typed.
        public var typed: () -> Void

        @Environment(\.theme) private var theme: Theme
        @FocusState private var isFocused: Bool

        public init(composition: Binding<Composition>, send: @escaping () -> Void, typed: @escaping () -> Void = {}) {
            _composition = composition
            self.send = send
            self.typed = typed
        }

        public var body: some View {
            VStack(alignment: .leading, spacing: 6) {
                PurposeBar(purpose: composition.purpose) { composition.cancel() }
                HStack(alignment: .bottom, spacing: 8) {
                    field
                    button
                }
                if let note = composition.problem ?? composition.counter {
                    Text(verbatim: note)
                        .font(.caption)
                        .foregroundColor(Color(composition.problem == nil ? theme.quiet : theme.trouble))
                }
            }
            .padding(.horizontal, 12)
            .padding(.vertical, 8)
            .background(Color(theme.background))
            .onChange(of: composition.purpose) { (_: Composition.Purpose) in isFocused = true }
            .onChange(of: composition.text) { (text: String) in
                if !text.isEmpty { typed() }
            }
        }

        private var field: some View {
            TextField("Message", text: $composition.text, axis: .vertical)
                .textFieldStyle(.plain)
                .lineLimit(1...8)
                .focused($isFocused)
                .onSubmit(submit)
                .padding(.horizontal, 12)
                .padding(.vertical, 8)
                .background(
                    RoundedRectangle(cornerRadius: 18, style: .continuous)
                        .strokeBorder(Color(theme.quiet).opacity(0.4), lineWidth: 1)
                )
        }

        private var button: some View {
            Button(action: send) {
                Image(systemName: "arrow.up.circle.fill")
                    .font(.title)
                    .foregroundColor(Color(composition.canSend ? theme.accent : theme.quiet))
            }
            .buttonStyle(.plain)
            .disabled(!composition.canSend)
            .keyboardShortcut(.return, modifiers: .command)
            .accessibilityLabel(Text("Send"))
        }

        /// A field that grows downward submits on a Mac and breaks the line on glass, as the rule has it; Option and Return break it there.
        private func submit() {
            guard ReturnKey.action(on: ReturnKey.Device.current) == .send else { return }
            send()
            isFocused = true
        }
    }
#endif
