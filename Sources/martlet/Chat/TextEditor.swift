import ChatCore
import ChatRooms
import Foundation

/// The user's own editor: `$VISUAL`, `$EDITOR` or `vi`.
enum TextEditor {
    /// Opens a text in it. Returns when the editor has ended.
    static func edit(_ text: String) async throws(CommandFailure) -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("martlet-\(UUID().uuidString)")
        let file = folder.appendingPathComponent("message.txt")
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            try Data((text + "\n").utf8).write(to: file)
        } catch {
            let place = folder.deletingLastPathComponent().path
            throw CommandFailure(localized("The file for the editor can't be written in \(place)."))
        }
        let process = ProcessInfo.processInfo
        let editor = process.nonEmpty("VISUAL") ?? process.nonEmpty("EDITOR") ?? "vi"
        let status = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: run(editor, on: file.path)) }
        }
        // The shell ends with 127 if there is no such program.
        if status >> 8 & 0xFF == 127 {
            throw CommandFailure(localized("The editor \(editor) was not found. The text is unchanged."))
        }
        guard status == 0 else {
            throw CommandFailure(localized("The editor \(editor) ended with an error. The text is unchanged."))
        }
        guard let text = read(file) else {
            throw CommandFailure(localized("The editor's file is not UTF-8. The text is unchanged."))
        }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// The text of a file. Of a longer one, a few bytes more than ``Limits/composerBytes``, so that
    /// the composer reports the cut.
    private static func read(_ file: URL) -> String? {
        let most = Limits.composerBytes + 4
        guard let handle = try? FileHandle(forReadingFrom: file), let data = try? handle.read(upToCount: most) ?? Data()
        else { return nil }
        // The last character may be cut in two.
        let cuts = data.count == most ? 0..<4 : 0..<1
        return cuts.lazy.compactMap { String(validUTF8: data.dropLast($0)) }.first
    }

    /// Runs the editor in the terminal's own process group, so that it may read the keyboard.
    /// Returns its status.
    private static func run(_ editor: String, on path: String) -> Int32 {
        #if canImport(Darwin)
            var attributes: posix_spawnattr_t?
        #else
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The editor gets the signals that this process ignores.
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for number in TerminalEvents.handled { sigaddset(&defaults, number) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        // Threads of a dispatch queue block signals, and a program inherits that.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let words = ["/bin/sh", "-c", "\(editor) \"$1\"", "sh", path]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child = pid_t()
        guard posix_spawn(&child, "/bin/sh", nil, &attributes, &arguments, environ) == 0 else { return -1 }
        var status: Int32 = 0
        while true {
            let waited = waitpid(child, &status, WUNTRACED)
            if waited < 0, errno == EINTR { continue }
            let isStopped = waited == child && status & 0xFF == 0x7F
            if !isStopped { return waited == child ? status : -1 }
            // The kernel stops a program for Ctrl-Z only if a shell can continue its process group.
            // That shell waits until this process is stopped, too. SIGSTOP stops the editor alone:
            // its sender also continues the editor.
            if (status >> 8) & 0xFF != SIGSTOP { kill(getpid(), SIGSTOP) }
        }
    }
}
