import ArgumentParser
import ChatWire
import Foundation

/// The user of a command, by a token that a file holds. A token on the command line would show in
/// the list of processes.
struct TokenOption: ParsableArguments {
    @Option(
        name: [.long, .customLong("key-file")],
        help: ArgumentHelp(
            "A file with the token of an account's session, or with an API key (martlet key add). [MARTLET_TOKEN_FILE]",
            valueName: "file"))
    var tokenFile: String?

    /// `nil` if no file is named.
    ///
    /// - Throws: `ValidationError` if the file can't be read or holds no token.
    func token() throws -> String? {
        guard let path = tokenFile ?? ProcessInfo.processInfo.nonEmpty("MARTLET_TOKEN_FILE") else { return nil }
        guard let file = FileHandle(forReadingAtPath: path),
            let bytes = try? file.read(upToCount: Limits.tokenFileBytes + 1)
        else { throw ValidationError("The file \(path) can't be read; --token-file takes a file with a token.") }
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard bytes.count <= Limits.tokenFileBytes, !text.isEmpty, !text.contains(where: \.isWhitespace) else {
            throw ValidationError("\(path) does not hold a token alone; --token-file takes a file with one.")
        }
        return text
    }
}

extension ProcessInfo {
    /// An environment variable; `nil` if it is not set or empty.
    func nonEmpty(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
}
