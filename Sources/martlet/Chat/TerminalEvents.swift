import ChatCore
import ChatTerminal
import Foundation
import NIOConcurrencyHelpers

/// What happens to a chat on the screen, in one order.
enum TerminalEvent: Sendable {
    /// Bytes from the keyboard.
    case bytes([UInt8])
    /// Nothing has followed an ESC for a moment.
    case silence
    /// The terminal is gone.
    case hungUp
    case signal(Int32)
    /// The client's state has changed.
    case changed
    /// A line for the user.
    case told(String, isError: Bool)
    /// The server's answer about the user's account.
    case answered(AccountAnswer)
    /// The session has ended, with a sentence for the user.
    case signedOut(Result<String, any Error>)
    /// The server's reply to a question of the interface.
    case replied(Reply, to: Question)
    /// Why no connection was made; `nil` if one was.
    case failed(ConnectionFailure?)
}

/// Takes events from any thread.
struct EventSink: Sendable {
    fileprivate let continuation: AsyncStream<TerminalEvent>.Continuation
    private let hasChanged = NIOLockedValueBox(false)

    fileprivate init(_ continuation: AsyncStream<TerminalEvent>.Continuation) { self.continuation = continuation }

    func yield(_ event: TerminalEvent) { continuation.yield(event) }

    /// Reports a change of the client. Changes before the next read are one event.
    func changed() {
        let isNew = hasChanged.withLockedValue { hasChanged in
            defer { hasChanged = true }
            return !hasChanged
        }
        if isNew { continuation.yield(.changed) }
    }

    /// The state of the client is read now: a later change is another event.
    func changesRead() { hasChanged.withLockedValue { $0 = false } }
}

/// Collects the events of the keyboard, of signals and of the client.
final class TerminalEvents {
    let stream: AsyncStream<TerminalEvent>
    let sink: EventSink
    private let keyboard: any DispatchSourceRead
    private let signals: [any DispatchSourceSignal]
    private let isPaused = NIOLockedValueBox(false)
    private let queue = DispatchQueue(label: "martlet.terminal")

    /// The signals that do not end the process at once: the terminal is given back first.
    static let handled = [SIGWINCH, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT]
    /// Signals that the terminal's keys send, and SIGCONT. They are ignored while another program
    /// has the terminal.
    private static let ofKeys = [SIGINT, SIGQUIT, SIGTSTP, SIGCONT]

    /// - Parameter input: the descriptor of the keyboard
    init(input: Int32 = STDIN_FILENO) {
        let (stream, continuation) = AsyncStream.makeStream(of: TerminalEvent.self)
        let sink = EventSink(continuation)
        (self.stream, self.sink) = (stream, sink)
        let keyboard = DispatchSource.makeReadSource(fileDescriptor: input, queue: queue)
        self.keyboard = keyboard
        keyboard.setEventHandler {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = Foundation.read(input, &bytes, bytes.count)
            if count > 0 { sink.yield(.bytes(Array(bytes.prefix(count)))) }
            guard count == 0 || count < 0 && errno != EINTR && errno != EAGAIN else { return }
            // The source would report the end again and again.
            keyboard.cancel()
            sink.yield(.hungUp)
        }
        signals = Self.handled.map { [isPaused, queue] number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                if isPaused.withLockedValue({ $0 }), Self.ofKeys.contains(number) { return }
                sink.yield(.signal(number))
            }
            source.resume()
            return source
        }
        keyboard.resume()
    }

    /// Takes no keys, and no signals of keys, until ``listen()``: another program has the terminal.
    func pause() {
        isPaused.withLockedValue { $0 = true }
        keyboard.suspend()
    }

    func listen() {
        keyboard.resume()
        // Behind the handlers of signals that have come already.
        queue.async { [isPaused] in isPaused.withLockedValue { $0 = false } }
    }

    func end() {
        keyboard.cancel()
        for source in signals { source.cancel() }
        for number in Self.handled { signal(number, SIG_DFL) }
        sink.continuation.finish()
    }
}
