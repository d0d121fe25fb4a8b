import ChatRooms
import ChatWire
import Foundation

/// Passwords and other secrets, which are never arguments: these show in the list of processes.
enum PasswordInput {
    /// A new password on standard input: a line, or what is typed at a terminal.
    static func readNew() throws -> String {
        guard isatty(STDIN_FILENO) == 1 else {
            guard let line = readLine(strippingNewline: true) else {
                throw CommandFailure("There is no password on standard input: give one line.")
            }
            // What is not UTF-8 is read as U+FFFD: two such passwords would be the same.
            guard line.utf8.count <= Limits.passwordBytes, !line.unicodeScalars.contains("\u{FFFD}") else {
                throw refused("The line on standard input")
            }
            return line
        }
        return try askNew()
    }

    /// A new password, typed twice at the terminal: a slip would not be seen.
    static func askNew() throws -> String {
        let password = try ask("New password: ")
        if let error = PasswordRule.check(password) { throw CommandFailure(error) }
        guard try ask("The same again: ").hasSameBytes(as: password) else {
            throw CommandFailure("These were two different passwords. Nothing was changed.")
        }
        return password
    }

    /// Reads a secret from a file. Without a file it asks at the terminal, because standard input
    /// has the messages.
    ///
    /// - Parameter option: the option that names the file, for error texts
    static func secret(_ path: String?, asking question: String, option: String) throws -> String {
        guard let path else {
            guard hasTerminal else { throw noTerminal(option) }
            return try ask(question)
        }
        let most = Limits.passwordBytes + 2
        guard let file = FileHandle(forReadingAtPath: path), let bytes = try? file.read(upToCount: most + 1) ?? Data()
        else {
            throw CommandFailure("The file \(path) of \(option) can't be read.")
        }
        guard bytes.count <= most, let text = String(validUTF8: bytes) else {
            throw refused("\(path) of \(option)")
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

    /// The failure of a command that can ask nobody.
    ///
    /// - Parameter option: the option that names a file with the secret
    static func noTerminal(_ option: String) -> CommandFailure {
        CommandFailure("There is no terminal to type at. Name a file with \(option).")
    }

    private static func refused(_ subject: String) -> CommandFailure {
        CommandFailure("\(subject) has more than \(Limits.passwordBytes) bytes, or is not UTF-8.")
    }

    /// What is typed at the terminal, which does not show it.
    private static func ask(_ question: String) throws -> String {
        guard let terminal = HiddenTerminal() else { throw CommandFailure("There is no terminal to type at.") }
        defer { terminal.leave() }
        guard let line = terminal.line(after: question, most: Limits.passwordBytes),
            let typed = String(validUTF8: line)
        else { throw refused("What was typed") }
        guard !typed.isEmpty else { throw CommandFailure("Nothing was typed at the terminal.") }
        return typed
    }
}
