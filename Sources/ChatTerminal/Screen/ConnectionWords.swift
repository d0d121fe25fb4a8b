import ChatCore

/// The state of the connection, as the status line tells it.
package enum ConnectionWords {
    /// A sentence, and whether all is well.
    package static func sentence(_ chat: Chat, server: String) -> (text: String, isWell: Bool) {
        let connection = chat.connection
        if connection.phase == .connected {
            return (chat.identity.map { "\($0.name) on \(server)" } ?? "Connected to \(server)", true)
        }
        // The status line counts what waits.
        guard let notice = ConnectionNotice(connection, pending: 0) else {
            let isFirst = connection.phase == .initial || connection.phase == .loading
            return isFirst ? ("Connecting to \(server)…", true) : ("Offline: connecting to \(server) again…", false)
        }
        if connection.trouble == .unauthenticated {
            return ("The server does not accept the token. Start again with a new one.", false)
        }
        return (notice.sentence + (connection.hasGivenUp ? remedy(notice.remedy) : ""), false)
    }

    private static func remedy(_ remedy: ConnectionNotice.Remedy?) -> String {
        switch remedy {
        case .reconnect: " Ctrl-L tries again."
        case .rename: " Type /name NEW-NAME."
        case .signIn: " Start again with --token-file."
        case .forget, nil: ""
        }
    }
}
