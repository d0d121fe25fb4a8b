import ChatCore
import ChatTerminal
import Foundation

/// Puts the terminal into raw mode, on the alternate screen.
///
/// ``leave()`` restores it. The handlers of crashes do that, too.
enum RawTerminal {
    /// The user's own settings.
    ///
    /// Unsafe, because a signal handler reads it: it is written once, before the handlers exist.
    private nonisolated(unsafe) static var own: termios?
    /// The former handlers of crashes, by signal.
    ///
    /// Unsafe for the same reason.
    private nonisolated(unsafe) static let former = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)

    private static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]

    /// The alternate screen, no automatic line breaks, bracketed paste, the mouse, the focus.
    private static let begin: StaticString =
        "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?1004h\u{1B}[?25l"
    private static let end: StaticString =
        "\u{1B}]8;;\u{1B}\\\u{1B}[0m\u{1B}[?2026l\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// Enters raw mode. Throws if standard input is not a terminal that can do that.
    static func enter() throws {
        if own == nil {
            var settings = termios()
            guard tcgetattr(STDIN_FILENO, &settings) == 0 else {
                throw CommandFailure("The settings of the terminal can't be read.")
            }
            own = settings
            _ = (begin, end)
            handleCrashes()
        }
        guard var settings = own else { return }
        cfmakeraw(&settings)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) == 0 else {
            throw CommandFailure("The terminal can't be set to raw mode.")
        }
        write(begin)
    }

    /// Restores the terminal.
    static func leave() {
        guard var settings = own else { return }
        write(end)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    }

    /// The size of the terminal's window.
    static var size: Size {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return Size(width: 80, height: 24)
        }
        return Size(
            width: min(Int(size.ws_col), Limits.screenColumns), height: min(Int(size.ws_row), Limits.screenLines))
    }

    private static func write(_ text: StaticString) {
        var start = text.utf8Start
        var left = text.utf8CodeUnitCount
        while left > 0 {
            let count = Foundation.write(STDOUT_FILENO, start, left)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return }
            start += count
            left -= count
        }
    }

    /// A crash restores the terminal, and then goes on as it would have. After a stack overflow
    /// there is no stack for the handler, so the terminal stays as it is.
    private static func handleCrashes() {
        for number in crashes {
            var action = sigaction()
            #if canImport(Darwin)
                action.__sigaction_u.__sa_handler = crashed
            #else
                action.__sigaction_handler.sa_handler = crashed
            #endif
            sigaction(number, &action, former + Int(number))
        }
    }

    /// Calls only what a signal handler may call: `write`, `tcsetattr`, `sigaction`.
    private static let crashed: @convention(c) (Int32) -> Void = { number in
        RawTerminal.leave()
        sigaction(number, RawTerminal.former + Int(number), nil)
        raise(number)
    }
}
