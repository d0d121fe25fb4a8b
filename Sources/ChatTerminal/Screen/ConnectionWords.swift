import ChatCore

/// The state of the connection, as the status line tells it.
package enum ConnectionWords {
    /// A sentence, and whether all is well.
    package static func sentence(_ chat: Chat, server: String) -> (text: String, isWell: Bool) {
        let connection = chat.connection
        if connection.phase == .connected {
            return (chat.identity.map { "\($0.name) on \(server)" } ?? "Connected to \(server)", true)
        }
        guard let trouble = connection.trouble else {
            let isFirst = connection.phase == .initial || connection.phase == .loading
            return isFirst ? ("Connecting to \(server)…", true) : ("Offline: connecting to \(server) again…", false)
        }
        switch trouble {
        case .unreachable: return ("Offline: can't reach \(server), trying again.", false)
        case .delayed(let error): return ("Offline: \(error.text) Trying again.", false)
        case .refused(let error): return ("Not connected: \(error.text)\(remedy(error.code))", false)
        case .closed(let code):
            return ("Not connected: the server closed the connection (\(code.number)). Ctrl-L tries again.", false)
        case .unauthenticated:
            return ("Not connected: the server does not accept the token. Start again with a new one.", false)
        }
    }

    private static func remedy(_ code: WireError.Code) -> String {
        switch code {
        case .nameLength, .nameCharacters, .nameReserved, .nameTaken: " Type /name NEW-NAME."
        default: " Ctrl-L tries again."
        }
    }
}
