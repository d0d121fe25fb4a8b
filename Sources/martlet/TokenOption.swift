import ArgumentParser
import ChatWire
import Foundation

/// The user of a command, by a token that a file holds. A token on the command line would show in
/// the list of processes.
struct TokenOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("A file with the token of an account's session. [MARTLET_TOKEN_FILE]", valueName: "file"))
    var tokenFile: String?

    @Option(help: ArgumentHelp("The same, with an API key (martlet key add).", valueName: "file"))
    var keyFile: String?

    /// The file, and the option or variable that names it; `nil` for none.
    var file: (path: String, option: String)? {
        if let keyFile { return (keyFile, "--key-file") }
        if let tokenFile { return (tokenFile, "--token-file") }
        return ProcessInfo.processInfo.nonEmpty("MARTLET_TOKEN_FILE").map { ($0, "MARTLET_TOKEN_FILE") }
    }

    func validate() throws {
        if tokenFile != nil, keyFile != nil {
            throw ValidationError("--token-file and --key-file name the same file: give one of them.")
        }
    }

    /// `nil` if no file is named.
    ///
    /// - Throws: `ValidationError` if the file can't be read or holds no token.
    func token() throws -> String? {
        guard let (path, option) = file else { return nil }
        guard let handle = FileHandle(forReadingAtPath: path), let bytes = try? Self.bytes(of: handle) else {
            throw ValidationError("The file \(path) can't be read; \(option) takes a file with a token.")
        }
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard bytes.count <= Limits.tokenFileBytes, !text.isEmpty, !text.contains(where: \.isWhitespace) else {
            throw ValidationError("\(path) does not hold a token alone; \(option) takes a file with one.")
        }
        return text
    }

    /// At the end of a file, and so of an empty one, there is no data.
    private static func bytes(of file: FileHandle) throws -> Data {
        try file.read(upToCount: Limits.tokenFileBytes + 1) ?? Data()
    }
}

extension ProcessInfo {
    /// An environment variable; `nil` if it is not set or empty.
    func nonEmpty(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
}
