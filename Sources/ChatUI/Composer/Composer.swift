#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI
    import UniformTypeIdentifiers

    /// The message composer. Its field grows with the text.
    ///
    /// On a Mac, Return sends, and Option-Return breaks the line. The field has the keyboard when
    /// the composer appears, unless somebody goes through a list with the keyboard. A touch
    /// keyboard has no such keys, so there Return breaks the line, and a button sends. With a
    /// hardware keyboard, Command-Return sends. ↑ in an empty field edits the last message, from
    /// iOS 17 and macOS 14 on.
    @MainActor
    public struct Composer: View {
        /// The message being written. The view changes it when the user types, attaches or cancels,
        /// and when a chosen file or a recording arrives after the view has left the screen.
        @Binding public var composition: Composition
        /// Sends ``composition``. While chosen files are being copied, neither the button nor
        /// Return calls it.
        public var send: () -> Void
        /// Called when the user types.
        public var typed: () -> Void
        /// Sends the user's location; `nil` if the app can't.
        public var sendLocation: (() -> Void)?
        /// Returns the people whose names begin with what is written after an `@`.
        public var mentionable: (NameStart) -> [Author]
        /// Begins an edit of the user's newest message. Returns whether there is one.
        public var editLast: () -> Bool

        @Environment(\.theme) private var theme: Theme
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting
        @Environment(\.outgoingFolder) private var outgoingFolder: OutgoingFolder
        @Environment(\.voiceRecorder) private var voiceRecorder: VoiceRecorder?
        @Environment(\.fileIntake) private var roomIntake: FileIntake?
        @FocusState private var isFocused: Bool
        /// Where there is none of the room.
        @StateObject private var ownIntake: FileIntake = FileIntake()

        /// Creates the view.
        public init(
            composition: Binding<Composition>, send: @escaping () -> Void, typed: @escaping () -> Void = {},
            sendLocation: (() -> Void)? = nil,
            mentionable: @escaping (NameStart) -> [Author] = { (_: NameStart) in [] },
            editLast: @escaping () -> Bool = { false }
        ) {
            _composition = composition
            self.send = send
            self.typed = typed
            self.sendLocation = sendLocation
            self.mentionable = mentionable
            self.editLast = editLast
        }

        public var body: some View {
            VStack(alignment: .leading, spacing: 6) {
                PurposeBar(purpose: composition.purpose) { composition.cancel() }
                NameBar(people: composition.nameStart.map(mentionable) ?? []) { (name: String) in
                    composition.complete(name)
                }
                ChosenFiles(files: composition.files) { (id: FileID) in
                    composition.detach(id)
                    outgoingFolder.remove(id)
                }
                IntakeLine(intake: intake) {
                    if let voiceRecorder {
                        RecordingLine(recorder: voiceRecorder, send: { if keepRecording() { send() } }, line: { line })
                    } else {
                        line
                    }
                }
                if let trouble = composition.problem ?? composition.refusal {
                    note(trouble, color: theme.trouble)
                } else if let counter = composition.counter {
                    note(counter, color: theme.quiet)
                }
            }
            .padding(.horizontal, CGFloat(theme.composerInset))
            .padding(.vertical, 8)
            .background(Color(theme.background))
            .announced(composition.refusal)
            .onDrop(of: Composer.dropped, isTargeted: nil) { (providers: [NSItemProvider]) in
                let files: [FileIntake.Source] = DroppedItem.sources(providers)
                choose(files)
                return !files.isEmpty
            }
            #if os(macOS)
                .onPasteCommand(of: Composer.dropped) { (providers: [NSItemProvider]) in
                    choose(DroppedItem.sources(providers))
                }
            #endif
            .task { takeKeyboard() }
            // A recording that was begun in this room waits in it.
            .onDisappear { _ = keepRecording() }
            .onChange(of: composition.purpose) { (purpose: Composition.Purpose) in
                // A reply that was sent without the keyboard, as a recording, does not open it.
                if purpose != Composition.Purpose.message { isFocused = true }
            }
        }

        /// The types of what can be dropped: pictures and films, from other apps, too, and files.
        private static let dropped: [UTType] = [.fileURL, .image, .audiovisualContent, .data]

        /// The chosen items that are being copied into the app.
        private var intake: FileIntake { roomIntake ?? ownIntake }

        /// How many more files may be chosen, counting those being copied.
        private var left: Int { max(composition.filesLeft - intake.waiting, 0) }

        private var canSend: Bool { composition.canSend(copying: intake.waiting) }

        /// What is chosen arrives in ``composition``, also when this view has left the screen.
        private func choose(_ sources: [FileIntake.Source]) {
            let count: Int = composition.admit(sources.count, waiting: intake.waiting)
            intake.add(Array(sources.prefix(count)), to: outgoingFolder) {
                (result: Result<PickedFile, any Error>) in
                switch result {
                case .success(let file): _ = keep(file)
                case .failure(let error): composition.refuse(error.localizedDescription)
                }
            }
        }

        private func keep(_ file: PickedFile) -> Bool {
            let isKept: Bool = composition.keep(file, words: FileWords(locale: dateFormatting.locale))
            if !isKept { outgoingFolder.remove(file.id) }
            return isKept
        }

        private func note(_ sentence: String, color: AdaptiveColor) -> some View {
            Text(verbatim: sentence)
                .font(Font(theme.fonts.detail))
                .foregroundColor(Color(color))
        }

        private var line: some View {
            HStack(alignment: .bottom, spacing: 8) {
                AttachButton(
                    left: left, chosen: choose, failed: { (reason: String) in composition.refuse(reason) },
                    sendLocation: sendLocation)
                field
                // Files that are still being copied belong to the message already.
                if composition.isEmpty, intake.waiting == 0, let voiceRecorder, voiceRecorder.isPossible {
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
            return keep(file)
        }

        /// Others are told of what the user types, and not of a text that another device has
        /// written or that was given back.
        private var text: Binding<String> {
            Binding<String>(
                get: { composition.text },
                set: { (text: String) in
                    if text == composition.text { return }
                    composition.text = text
                    if !text.isEmpty { typed() }
                })
        }

        private var field: some View {
            TextField(localized("Message"), text: text, axis: .vertical)
                .textFieldStyle(.plain)
                .font(Font(theme.fonts.composer))
                .lineLimit(1...8)
                .focused($isFocused)
                .onSubmit(submit)
                .onUpArrow { composition.mayEditLast && intake.waiting == 0 && editLast() }
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
                    .foregroundColor(Color(canSend ? theme.accent : theme.quiet))
                    .touchTarget(.bottom)
            }
            .buttonStyle(.plain)
            .disabled(!canSend)
            .keyboardShortcut(.return, modifiers: .command)
            .accessibilityLabel(Text(localized("Send")))
        }

        /// Takes the keyboard when the room has been opened. A touch keyboard would hide messages.
        private func takeKeyboard() {
            #if os(macOS)
                if ComposerFocus.isTaken { isFocused = true }
            #endif
        }

        /// Handles Return in the field, where the system does not break the line itself.
        private func submit() {
            #if os(macOS)
                if canSend { send() }
                isFocused = true
            #endif
        }
    }

    extension View {
        /// Reacts to the key ↑. The key does what it usually does if `act` returns `false`.
        @ViewBuilder fileprivate func onUpArrow(_ act: @escaping () -> Bool) -> some View {
            if #available(iOS 17, macOS 14, *) {
                onKeyPress(.upArrow) { act() ? .handled : .ignored }
            } else {
                self
            }
        }
    }

    /// The composer's line, and the progress while chosen items are being copied.
    private struct IntakeLine<Line: View>: View {
        @ObservedObject var intake: FileIntake
        @ViewBuilder let line: () -> Line

        var body: some View {
            VStack(alignment: .leading, spacing: 6) {
                line()
                if intake.waiting > 0 { ProgressView().controlSize(.small) }
            }
        }
    }
#endif
