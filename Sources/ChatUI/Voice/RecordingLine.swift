#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// The composer's line, or that of the recording while there is one.
    @MainActor
    struct RecordingLine<Line: View>: View {
        @ObservedObject var recorder: VoiceRecorder
        let send: () -> Void
        @ViewBuilder let line: () -> Line
        @Environment(\.theme) private var theme: Theme

        var body: some View {
            if let recording: Recording = recorder.recording { row(of: recording) } else { line() }
        }

        private func row(of recording: Recording) -> some View {
            HStack(spacing: 8) {
                Button(role: .destructive) {
                    recorder.discard()
                } label: {
                    Image(systemName: "trash").font(.title3).foregroundColor(Color(theme.trouble)).touchTarget()
                }
                .buttonStyle(.plain)
                .keyboardShortcut(.cancelAction)
                .accessibilityLabel(Text(localized("Discard the recording")))
                Image(systemName: recording.hasStopped ? "stop.fill" : "circle.fill")
                    .font(.caption2)
                    .foregroundColor(Color(recording.hasStopped ? theme.quiet : theme.trouble))
                    .accessibilityHidden(true)
                Text(verbatim: VoiceTime.text(recording.seconds))
                    .font(Font(theme.fonts.composer))
                    .monospacedDigit()
                    .lineLimit(1)
                    .minimumScaleFactor(0.5)
                    .layoutPriority(1)
                LevelBars(
                    levels: recording.amplitudes.map { (amplitude: Double) in amplitude.squareRoot() },
                    played: 1, color: Color(theme.accent)
                )
                .frame(height: 30)
                Button {
                    send()
                } label: {
                    Image(systemName: "arrow.up.circle.fill")
                        .font(.title)
                        .foregroundColor(Color(theme.accent))
                        .touchTarget()
                }
                .buttonStyle(.plain)
                .keyboardShortcut(.defaultAction)
                .accessibilityLabel(Text(localized("Send the recording")))
            }
            .announced(recording.hasStopped ? Recording.endSentence : nil)
            .task {
                while !Task.isCancelled {
                    recorder.measure()
                    try? await Task.sleep(nanoseconds: 100_000_000)
                }
            }
        }
    }
#endif
