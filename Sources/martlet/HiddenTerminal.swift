import Foundation

/// The process's terminal while it does not show what is typed.
///
/// A signal that ends the process gives the terminal back first. Ctrl-Z does nothing meanwhile.
/// There can be only one at a time, because the signal handlers restore one terminal.
struct HiddenTerminal {
    private let formerHandlers: [sig_t?]
    private let formerStop: sig_t?

    private static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Stops showing what is typed; `nil` if there is no terminal.
    init?() {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        guard tcgetattr(terminal, ownSettings) == 0 else {
            close(terminal)
            return nil
        }
        hidden = terminal
        formerHandlers = Self.endings.map { signal($0, giveBack) }
        formerStop = signal(SIGTSTP, SIG_IGN)
        var settings = ownSettings.pointee
        settings.c_lflag &= ~tcflag_t(ECHO)
        if tcsetattr(terminal, TCSAFLUSH, &settings) != 0 {
            leave()
            return nil
        }
    }

    /// A line that is typed, without its line feed; `nil` if it has more than `most` bytes.
    func line(after question: String, most: Int) -> [UInt8]? {
        show(question)
        defer { show("\n") }
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count <= most {
            let count = read(hidden, &byte, 1)
            if count < 0, errno == EINTR { continue }
            if count <= 0 || byte == 0x0A { return line }
            line.append(byte)
        }
        return nil
    }

    /// Gives the terminal back as it was.
    func leave() {
        tcsetattr(hidden, TCSAFLUSH, ownSettings)
        for (number, handler) in zip(Self.endings, formerHandlers) { signal(number, handler) }
        signal(SIGTSTP, formerStop)
        close(hidden)
        hidden = -1
    }

    private func show(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(hidden, bytes, bytes.count)
    }
}

// A signal handler reads these. They are written before it is set.
nonisolated(unsafe) private var hidden: Int32 = -1
// The settings have memory of their own: of a global `termios` the compiler makes one of 57 bytes,
// and the C library writes 60.
nonisolated(unsafe) private let ownSettings = UnsafeMutablePointer<termios>.allocate(capacity: 1)

/// Calls only what a signal handler may call (POSIX, "Async-signal-safe functions").
private let giveBack: @convention(c) (Int32) -> Void = { number in
    tcflush(hidden, TCIFLUSH)  // or the shell takes what was typed for a command
    tcsetattr(hidden, TCSANOW, ownSettings)
    signal(number, SIG_DFL)
    raise(number)
}
