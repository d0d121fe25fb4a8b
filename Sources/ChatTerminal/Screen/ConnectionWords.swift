import ChatCore

/// The state of the connection, as the status line tells it.
package enum ConnectionWords {
    /// A sentence, and whether all is well.
    ///
    /// - Parameter hasTokenFile: ``Interface/hasTokenFile``
    package static func sentence(
        _ chat: Chat, server: String, hasTokenFile: Bool
    ) -> (text: String, isWell: Bool) {
        let connection = chat.connection
        if connection.phase == .connected {
            return (chat.identity.map { "\($0.name) on \(server)" } ?? "Connected to \(server)", true)
        }
        // The status line counts what waits.
        guard let notice = ConnectionNotice(connection, pending: 0) else {
            let isFirst = connection.phase == .initial || connection.phase == .loading
            return isFirst ? ("Connecting to \(server)…", true) : ("Offline: connecting to \(server) again…", false)
        }
        if connection.trouble == .unauthenticated, hasTokenFile {
            return ("The server does not accept the token. Start again with a new one.", false)
        }
        return (notice.sentence + (connection.hasGivenUp ? remedy(notice.remedy, hasTokenFile) : ""), false)
    }

    private static func remedy(_ remedy: ConnectionNotice.Remedy?, _ hasTokenFile: Bool) -> String {
        switch remedy {
        case .reconnect: " Ctrl-L tries again."
        case .rename: " Type /name NEW-NAME."
        case .signIn: hasTokenFile ? " Start again with another token." : " Type /login NAME or /register NAME."
        case .forget, nil: ""
        }
    }
}
