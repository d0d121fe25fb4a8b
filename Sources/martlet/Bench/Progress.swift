import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Tells on standard error how far something is: a bar at a terminal, plain lines elsewhere.
struct Progress: Sendable {
    private static let width = 40

    let isTerminal: Bool
    let isQuiet: Bool

    init(isTerminal: Bool = isatty(STDERR_FILENO) != 0, isQuiet: Bool = false) {
        self.isTerminal = isTerminal
        self.isQuiet = isQuiet
    }

    func show(_ what: String, _ count: Int, of total: Int) {
        guard isTerminal, !isQuiet else { return }
        write("\r\u{1B}[K" + Progress.bar(what, count, of: total))
    }

    func end(_ what: String) {
        guard !isQuiet else { return }
        write(isTerminal ? "\r\u{1B}[K" : "\(what)\n")
    }

    static func bar(_ what: String, _ count: Int, of total: Int) -> String {
        let done = total > 0 ? min(max(count, 0), total) * width / total : width
        return
            "\(what) [\(String(repeating: "#", count: done))\(String(repeating: " ", count: width - done))] \(count)/\(total)"
    }

    private func write(_ text: String) { StandardError.write(text) }
}
