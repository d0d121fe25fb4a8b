#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// The message composer. Its field grows with the text.
    ///
    /// On a Mac, Return sends, and Option-Return breaks the line. A touch keyboard has no such
    /// keys, so there Return breaks the line, and a button sends. With a hardware keyboard,
    /// Command-Return sends.
    @MainActor
    public struct Composer: View {
        /// The message being written. The view changes it when the user types, attaches or cancels.
        @Binding public var composition: Composition
        /// Sends ``composition``. Return on a Mac calls it even if nothing can be sent; then
        /// ``Composition/send()`` returns no messages.
        public var send: () -> Void
        /// Called when the user types.
        public var typed: () -> Void
        /// Sends the user's location; `nil` if the app can't.
        public var sendLocation: (() -> Void)?

        @Environment(\.theme) private var theme: Theme
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting
        @Environment(\.outgoingFolder) private var outgoingFolder: OutgoingFolder
        @Environment(\.voiceRecorder) private var voiceRecorder: VoiceRecorder?
        @FocusState private var isFocused: Bool
        /// The chosen items that are being copied into the app.
        @State private var intake: FileIntake = FileIntake()

        /// Creates the view.
        public init(
            composition: Binding<Composition>, send: @escaping () -> Void, typed: @escaping () -> Void = {},
            sendLocation: (() -> Void)? = nil
        ) {
            _composition = composition
            self.send = send
            self.typed = typed
            self.sendLocation = sendLocation
        }

        public var body: some View {
            VStack(alignment: .leading, spacing: 6) {
                PurposeBar(purpose: composition.purpose) { composition.cancel() }
                ChosenFiles(files: composition.files) { (id: FileID) in
                    composition.detach(id)
                    outgoingFolder.remove(id)
                }
                if let voiceRecorder {
                    RecordingLine(recorder: voiceRecorder, send: { if keepRecording() { send() } }, line: { line })
                } else {
                    line
                }
                if !intake.waiting.isEmpty { ProgressView().controlSize(.small) }
                if let trouble = composition.problem ?? composition.refusal {
                    note(trouble, color: theme.trouble)
                } else if let counter = composition.counter {
                    note(counter, color: theme.quiet)
                }
            }
            .padding(.horizontal, CGFloat(theme.composerInset))
            .padding(.vertical, 8)
            .background(Color(theme.background))
            .dropDestination(for: URL.self) { (urls: [URL], _: CGPoint) in
                let files: [URL] = urls.filter(\.isFileURL)
                choose(files.map { (url: URL) in FileIntake.Source.file(url) })
                return !files.isEmpty
            }
            .task(id: intake.waiting.first?.id) { await take() }
            // A recording that was begun in this room waits in it.
            .onDisappear { _ = keepRecording() }
            .onChange(of: composition.purpose) { (_: Composition.Purpose) in isFocused = true }
            .onChange(of: composition.text) { (text: String) in
                if !text.isEmpty { typed() }
            }
        }

        /// How many more files may be chosen, counting those being copied.
        private var left: Int { max(composition.filesLeft - intake.waiting.count, 0) }

        private func choose(_ sources: [FileIntake.Source]) {
            let count: Int = composition.admit(sources.count, waiting: intake.waiting.count)
            intake.add(Array(sources.prefix(count)))
        }

        /// Copies the first waiting item. The next one follows when it is the first.
        private func take() async {
            guard let next: FileIntake.Waiting = intake.waiting.first else { return }
            do {
                let file: PickedFile = try await next.source.picked(into: outgoingFolder)
                if !composition.attach(file, words: FileWords(locale: dateFormatting.locale)) {
                    outgoingFolder.remove(file.id)
                }
            } catch {
                if !Task.isCancelled { composition.refuse(error.localizedDescription) }
            }
            intake.finish(next.id)
        }

        private func note(_ sentence: String, color: AdaptiveColor) -> some View {
            Text(verbatim: sentence)
                .font(.caption)
                .foregroundColor(Color(color))
        }

        private var line: some View {
            HStack(alignment: .bottom, spacing: 8) {
                AttachButton(
                    left: left, chosen: choose, failed: { (reason: String) in composition.refuse(reason) },
                    sendLocation: sendLocation)
                field
                if composition.isEmpty, let voiceRecorder, voiceRecorder.isPossible {
                    recordButton(voiceRecorder)
                } else {
                    button
                }
            }
        }

        /// It has the place of the send button while nothing is written.
        private func recordButton(_ recorder: VoiceRecorder) -> some View {
            Button {
                Task {
                    do {
                        try await recorder.start(in: outgoingFolder)
                    } catch {
                        composition.refuse(error.localizedDescription)
                    }
                }
            } label: {
                Image(systemName: "mic.circle.fill")
                    .font(.title)
                    .foregroundColor(Color(theme.accent))
                    .touchTarget(.bottom)
            }
            .buttonStyle(.plain)
            .accessibilityLabel(Text(localized("Record a voice message")))
        }

        /// Ends the recording, and attaches it.
        ///
        /// - Returns: Whether there is one that can be sent.
        private func keepRecording() -> Bool {
            guard let file: PickedFile = voiceRecorder?.finish() else { return false }
            let isAttached: Bool = composition.attach(file, words: FileWords(locale: dateFormatting.locale))
            if !isAttached { outgoingFolder.remove(file.id) }
            return isAttached
        }

        private var field: some View {
            TextField(localized("Message"), text: $composition.text, axis: .vertical)
                .textFieldStyle(.plain)
                .font(Font(theme.fonts.composer))
                .lineLimit(1...8)
                .focused($isFocused)
                .onSubmit(submit)
                .padding(.horizontal, 12)
                .padding(.vertical, 8)
                .background(
                    RoundedRectangle(cornerRadius: CGFloat(theme.fieldRadius), style: .continuous)
                        .strokeBorder(Color(theme.quiet).opacity(0.4), lineWidth: 1)
                )
        }

        private var button: some View {
            Button(action: send) {
                Image(systemName: "arrow.up.circle.fill")
                    .font(.title)
                    .foregroundColor(Color(composition.canSend ? theme.accent : theme.quiet))
                    .touchTarget(.bottom)
            }
            .buttonStyle(.plain)
            .disabled(!composition.canSend)
            .keyboardShortcut(.return, modifiers: .command)
            .accessibilityLabel(Text(localized("Send")))
        }

        /// Handles Return in the field, where the system does not break the line itself.
        private func submit() {
            #if os(macOS)
                send()
                isFocused = true
            #endif
        }
    }
#endif
