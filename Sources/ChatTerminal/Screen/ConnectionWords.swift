import ChatCore

/// The state of the connection, as the status line tells it.
package enum ConnectionWords {
    /// A sentence, and whether all is well.
    ///
    /// - Parameters:
    ///   - hasTokenFile: ``Interface/hasTokenFile``
    ///   - failure: ``Interface/failure``
    package static func sentence(
        _ chat: Chat, server: String, hasTokenFile: Bool, failure: ConnectionFailure? = nil
    ) -> (text: String, isWell: Bool) {
        let connection = chat.connection
        if connection.phase == .connected {
            guard let name = chat.identity?.name else { return (localized("Connected to \(server)"), true) }
            return (localized("\(name) on \(server) ##a user on a server"), true)
        }
        // The status line counts what waits.
        guard let notice = ConnectionNotice(connection, pending: 0) else {
            let isFirst = connection.phase == .initial || connection.phase == .loading
            return isFirst
                ? (localized("Connecting to \(server)…"), true)
                : (localized("Offline: connecting to \(server) again…"), false)
        }
        if connection.trouble == .unauthenticated, hasTokenFile {
            return (localized("The server does not accept the token. Start again with a new one."), false)
        }
        if connection.trouble == .unreachable, connection.isOnline, let failure {
            return (failure.sentence(server), false)
        }
        return (connection.hasGivenUp ? advice(notice, hasTokenFile) : notice.sentence, false)
    }

    /// The sentence, and what the user can do.
    private static func advice(_ notice: ConnectionNotice, _ hasTokenFile: Bool) -> String {
        let sentence = notice.sentence
        return switch notice.remedy {
        case .reconnect: localized("\(sentence) Ctrl-L tries again.")
        case .rename: localized("\(sentence) Type /name NEW-NAME.")
        case .signIn: signIn(sentence, hasTokenFile)
        case .forget, nil: sentence
        }
    }

    /// The sentence, and how the user signs in.
    static func signIn(_ sentence: String, _ hasTokenFile: Bool) -> String {
        hasTokenFile
            ? localized("\(sentence) Start again with another token.")
            : localized("\(sentence) Type /login NAME or /register NAME.")
    }
}
