import ChatCore
import Foundation
import NIOConcurrencyHelpers

/// The progress of uploads: on standard error, if that is a terminal.
final class UploadProgress: Sendable {
    private struct State {
        var uploads: [Ticket: Outbox.State] = [:]
        var moved = ContinuousClock.now
        var width = 0
    }

    private let state = NIOLockedValueBox(State())
    private let isShown = isatty(STDERR_FILENO) == 1

    /// This many seconds after the last progress.
    func deadline(_ seconds: Int) -> ContinuousClock.Instant {
        state.withLockedValue { $0.moved.advanced(by: .seconds(seconds)) }
    }

    func show(_ items: [Outbox.Item]) {
        let uploads = items.filter { $0.upload != nil && $0.isPending }
        let states = Dictionary(uploads.map { ($0.ticket, $0.state) }) { first, _ in first }
        let line = uploads.compactMap(\.progressText).joined(separator: "  ")
        let width = state.withLockedValue { state in
            if state.uploads != states { (state.uploads, state.moved) = (states, .now) }
            defer { state.width = line.count }
            return state.width
        }
        write(line + String(repeating: " ", count: max(0, width - line.count)) + "\r")
    }

    func clear() {
        let width = state.withLockedValue { $0.width }
        if width > 0 { write(String(repeating: " ", count: width) + "\r") }
    }

    private func write(_ text: String) {
        if isShown { StandardError.write(text) }
    }
}

extension Outbox.Item {
    fileprivate var progressText: String? {
        guard let upload, case .uploading(let bytes) = state, upload.size > 0 else { return nil }
        return "\(upload.name) \(min(bytes, upload.size) * 100 / upload.size) %"
    }
}
