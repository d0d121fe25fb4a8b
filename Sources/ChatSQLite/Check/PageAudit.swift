import ChatWire
import GRDB

/// SQLite's own check of its pages, tables and indexes.
enum PageAudit {
    enum Flaw: Hashable {
        /// An index disagrees with its table. It can be rebuilt.
        case index(String)
        case structure(String)

        var sentence: String {
            switch self {
            case .index(let sentence), .structure(let sentence): sentence
            }
        }
    }

    /// - Parameter most: The maximum of reported flaws; there may be more.
    static func flaws(_ db: Database, most: Int = Limits.checkPageFindings) throws -> [Flaw] {
        let found = try String.fetchAll(db, sql: "PRAGMA integrity_check(\(most))")
        guard !found.isEmpty else { return [.structure("no answer from SQLite")] }
        return found.filter { $0 != "ok" }.map { text in
            let line = text.split(separator: "\n").joined(separator: " ")
            let isIndex = ["missing from index", "wrong # of entries in index"].contains { line.contains($0) }
            return isIndex ? .index(line) : .structure(line)
        }
    }
}
