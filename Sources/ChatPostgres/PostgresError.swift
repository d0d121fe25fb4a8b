import ChatRooms
import ChatSQL

/// An error of PostgreSQL, or of the connection to it.
struct PostgresError: Error, Hashable, CustomStringConvertible {
    /// Five characters: https://www.postgresql.org/docs/15/errcodes-appendix.html. An error of the
    /// connection itself has 08006.
    var state: String
    /// The server's sentence. Never its details, which quote values.
    var message: String
    /// Whether the connection can't be used any more.
    var isConnectionLost = false
    /// Whether the connection was lost during a commit. The commit may have happened.
    var mayHaveCommitted = false

    var description: String { "\(message) (SQLSTATE \(state))" }

    static func lost(_ message: String) -> PostgresError {
        PostgresError(state: connectionFailure, message: message, isConnectionLost: true)
    }

    static let connectionFailure = "08006"
    /// PostgreSQL did not grant a lock within `lock_timeout`.
    static let lockNotAvailable = "55P03"
    /// The server does not have a prepared statement.
    static let noSuchStatement = "26000"
}

extension String {
    /// A message of libpq as one line. libpq's messages may have several lines, some of them
    /// indented, and end with a line feed.
    var oneLine: String {
        var text = ""
        for line in split(whereSeparator: \.isNewline) {
            let words = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard !words.isEmpty else { continue }
            if let last = text.last { text += ".:;,?!".contains(last) ? " " : ". " }
            text += words
        }
        return text
    }
}

extension StoreError {
    /// Classifies an error of PostgreSQL by what follows from it.
    ///
    /// An error that the server reports during a commit has undone the transaction, so it counts as
    /// one of writing. Only a connection that is lost during a commit leaves the outcome unknown.
    init(_ error: PostgresError, _ phase: StorePhase) {
        let sentence = "PostgreSQL failed: \(error)."
        let isReading = phase == .reading
        switch error.state {
        case _ where error.mayHaveCommitted: self = .failed(sentence)
        // A lost reader can connect again. The writer's session holds the server's lock, so its
        // loss ends the server.
        case _ where error.isConnectionLost: self = isReading ? .busy(sentence) : .failed(sentence)
        // disk_full
        case "53100": self = .full(sentence)
        // Insufficient resources; lock_not_available; serialization_failure, deadlock_detected;
        // query_canceled.
        case _ where error.state.hasPrefix("53"), PostgresError.lockNotAvailable, "40001", "40P01", "57014":
            self = .busy(sentence)
        // Data and constraints; errors of the server's disk, and damage. The server has undone the
        // transaction.
        case _ where ["22", "23", "58", "XX"].contains(error.state.prefix(2)): self = .unreadable(sentence)
        default: self = isReading ? .unreadable(sentence) : .failed(sentence)
        }
    }
}
