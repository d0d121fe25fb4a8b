/// A progress bar in MB on standard error. It prints nothing if that is not a terminal.
final class ByteProgress {
    private let what: String
    private let progress = Progress()
    private var shown = -1

    init(_ what: String) { self.what = what }

    func show(_ bytes: UInt64, of total: UInt64) {
        let megabytes = Int(clamping: bytes >> 20)
        guard megabytes != shown else { return }
        shown = megabytes
        progress.show("\(what), MB", megabytes, of: Int(clamping: total >> 20))
    }

    /// Removes the bar from the line, so that something else can be printed. The next
    /// ``show(_:of:)`` draws it again.
    func clear() {
        guard progress.isTerminal else { return }
        progress.end(what)
        shown = -1
    }

    func end() { if progress.isTerminal { progress.end(what) } }
}
