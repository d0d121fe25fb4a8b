import ChatWire
import Foundation

/// Passwords and other secrets, which are never arguments: these show in the list of processes.
enum PasswordInput {
    /// A password on standard input: a line, or what is typed at a terminal, which does not show
    /// it.
    static func read() throws -> String {
        guard isatty(STDIN_FILENO) == 1 else {
            guard let line = readLine(strippingNewline: true) else {
                throw CommandFailure("There is no password on standard input: give one line.")
            }
            return line
        }
        return try ask("Password: ")
    }

    /// A secret from a file, or typed at the terminal where no file is named: standard input is for
    /// something else.
    ///
    /// - Parameter option: which names the file
    static func secret(_ path: String?, asking question: String, option: String) throws -> String {
        guard let path else {
            guard hasTerminal else {
                throw CommandFailure("There is no terminal to type at. Name a file with \(option).")
            }
            return try ask(question)
        }
        let most = Limits.passwordBytes + 2
        guard let file = FileHandle(forReadingAtPath: path), let bytes = try? file.read(upToCount: most + 1) else {
            throw CommandFailure("The file \(path) of \(option) can't be read.")
        }
        guard bytes.count <= most, let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure("\(path) of \(option) has more than \(Limits.passwordBytes) bytes, or is not UTF-8.")
        }
        let line = text.last?.isNewline == true ? String(text.dropLast()) : text
        guard !line.isEmpty, !line.contains(where: \.isNewline) else {
            throw CommandFailure("\(path) of \(option) does not have exactly one line.")
        }
        return line
    }

    /// Whether this process has a terminal, whatever its standard input is.
    static var hasTerminal: Bool {
        let terminal = open("/dev/tty", O_RDWR)
        if terminal >= 0 { close(terminal) }
        return terminal >= 0
    }

    /// What is typed at the terminal, which does not show it.
    private static func ask(_ question: String) throws -> String {
        guard let typed = getpass(question).map({ String(cString: $0) }), !typed.isEmpty else {
            throw CommandFailure("Nothing was typed at the terminal.")
        }
        return typed
    }
}
