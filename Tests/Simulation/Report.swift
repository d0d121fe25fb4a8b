/// What is printed of a run that broke an invariant: the seed, the invariant, and the observations
/// that show it.
struct Report {
    private let history: History
    private let violations: [Violation]

    init(_ history: History, _ violations: [Violation]) {
        self.history = history
        self.violations = violations
    }

    var text: String {
        var lines = ["Seed \(history.seed): replay it with MARTLET_SEED=\(history.seed)."]
        for violation in violations {
            lines.append("  \(violation.invariant): \(violation.sentence)")
            for index in violation.entries.sorted() { lines.append("    " + line(index)) }
        }
        return lines.joined(separator: "\n")
    }

    func write(verbose: Bool) {
        if verbose {
            for index in history.entries.indices { print(line(index)) }
        }
        if verbose || !violations.isEmpty { print(text) } else { print("Seed \(history.seed): nothing found.") }
    }

    /// One observation, in one line.
    func line(_ index: Int) -> String {
        let entry = history.entries[index]
        if case .showed(let phone, let room, let timeline) = entry.what {
            let seqs = timeline.events.map { "\($0.seq)" }.joined(separator: " ")
            return "#\(index) \(entry.at) ms: phone \(phone) shows \(room.text) \(timeline.first)…\(timeline.end)"
                + " of \(timeline.head): \(seqs)"
        }
        // In order, for a dictionary prints itself in another one each time.
        if case .diskFailed(let doubtful, let heads) = entry.what {
            let sorted = heads.map { "\($0.text) \($1)" }.sorted().joined(separator: ", ")
            return "#\(index) \(entry.at) ms: the server's disk failed after \(sorted); in doubt: \(doubtful)"
        }
        if case .stopping(let unread) = entry.what {
            return "#\(index) \(entry.at) ms: the server stops; not read: \(unread.sorted())"
        }
        if let text = fileLine(entry.what) { return "#\(index) \(entry.at) ms: \(text)" }
        return "#\(index) \(entry.at) ms: \(entry.what)"
    }

    /// An observation with the bytes of files, without them.
    private func fileLine(_ observation: Observation) -> String? {
        switch observation {
        case .attached(let phone, let ticket, let bytes):
            "phone \(phone) attaches \(bytes.count) bytes as \(ticket.number)"
        case .fetched(let phone, _, let ask, .bytes(let bytes), let head):
            "phone \(phone) has \(bytes.count) bytes of \(ask.file), of \(ask.room.text) \(ask.seq), at \(head)"
        case .filesAfterCrash(let files):
            "files: "
                + files.map { "\($0.record.attachment.id) \($0.bytes.map { "\($0.count)" } ?? "missing")" }
                .joined(separator: ", ")
        default: nil
        }
    }
}
