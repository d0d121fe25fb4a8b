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
            if recorder.isRecording { recording } else { line() }
        }

        private var recording: some View {
            HStack(spacing: 8) {
                Button(role: .destructive) {
                    recorder.discard()
                } label: {
                    Image(systemName: "trash").font(.title3).foregroundColor(Color(theme.trouble)).touchTarget()
                }
                .buttonStyle(.plain)
                .keyboardShortcut(.cancelAction)
                .accessibilityLabel(Text(localized("Discard the recording")))
                Circle().fill(Color(theme.trouble)).frame(width: 9, height: 9)
                Text(verbatim: VoiceTime.text(recorder.seconds)).monospacedDigit()
                LevelBars(
                    levels: recorder.amplitudes.map { (amplitude: Double) in amplitude.squareRoot() },
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
            .task {
                while !Task.isCancelled {
                    recorder.measure()
                    try? await Task.sleep(nanoseconds: 100_000_000)
                }
            }
        }
    }
#endif
