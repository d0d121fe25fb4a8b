#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// A voice message in its bubble. Its levels show the position, and a tap on them sets it.
    @MainActor
    struct VoiceLine: View {
        let file: Row.File
        let voice: Attachment.Voice
        let front: Color
        @ObservedObject var playback: VoicePlayback
        /// Opens the file, to share it where it can't be played.
        let open: () -> Void
        @Environment(\.theme) private var theme: Theme
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting

        var body: some View {
            LargeTextStack(spacing: 8) {
                Button {
                    toggle()
                } label: {
                    Image(systemName: symbol).font(.largeTitle).foregroundColor(front).touchTarget()
                }
                .buttonStyle(.plain)
                VStack(alignment: .leading, spacing: 2) {
                    bars.frame(maxWidth: 160).frame(height: 28)
                    Text(verbatim: words).font(Font(theme.fonts.detail)).monospacedDigit()
                    UploadProgress(file: file)
                }
                if isCurrent {
                    Button {
                        playback.changeSpeed()
                    } label: {
                        Text(verbatim: speed).font(Font(theme.fonts.detail)).touchTarget()
                    }
                    .buttonStyle(.plain)
                }
            }
            .foregroundColor(front)
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(Text(verbatim: FileWords(locale: dateFormatting.locale).label(file)))
            .accessibilityValue(Text(verbatim: isCurrent ? "\(VoiceTime.text(playback.position)), \(speed)" : ""))
            .announced(trouble?.sentence)
            .accessibilityAddTraits(.isButton)
            .accessibilityAction(.default) { toggle() }
            .accessibilityAction(named: Text(localized("Change the speed"))) { playback.changeSpeed() }
            .accessibilityAdjustableAction { (direction: AccessibilityAdjustmentDirection) in
                let step: Double = direction == .increment ? 5 : -5
                playback.seek(file.id, to: (playback.position + step) / seconds)
            }
        }

        private var bars: some View {
            GeometryReader { (place: GeometryProxy) in
                LevelBars(
                    levels: voice.levels.map { (level: UInt8) in Double(level) / 15 },
                    played: isCurrent ? playback.position / seconds : 0, color: front
                )
                .contentShape(Rectangle())
                .gesture(
                    SpatialTapGesture().onEnded { (tap: SpatialTapGesture.Value) in
                        playback.seek(file.id, to: Double(tap.location.x / max(place.size.width, 1)))
                    })
            }
            // A recording is played from the left to the right, as in the players of the system.
            .environment(\.layoutDirection, .leftToRight)
        }

        private func toggle() {
            if trouble?.opensFile == true { return open() }
            Task { await playback.toggle(file, voice) }
        }

        private var speed: String { "\(playback.speed.formatted(.number.locale(dateFormatting.locale)))×" }
        private var trouble: VoiceTrouble? {
            playback.trouble.flatMap { (trouble: VoiceTrouble) in trouble.file == file.id ? trouble : nil }
        }

        private var isCurrent: Bool { playback.file == file.id }
        private var seconds: Double { Double(voice.duration) / 1_000 }
        private var symbol: String { isCurrent && playback.isPlaying ? "pause.circle.fill" : "play.circle.fill" }

        private var words: String {
            if let trouble { return trouble.sentence }
            return isCurrent && playback.position > 0 ? VoiceTime.text(playback.position) : voice.length
        }
    }
#endif
