import ChatWire

/// The banner's text and button.
public struct ConnectionNotice: Hashable, Sendable {
    /// The text of the banner, in sentences for the user.
    public var sentence: String
    /// What its button does.
    public var remedy: Remedy?

    /// What the banner's button does about the problem.
    public enum Remedy: Hashable, Sendable {
        /// Retry immediately.
        case reconnect
        /// Choose another name.
        case rename
        /// Sign in again.
        case signIn
        /// Forget a change that the server refused.
        case forget(Ticket)

        /// The button's label.
        public var title: String {
            switch self {
            case .reconnect: localized("Try now")
            case .rename: localized("Change name")
            case .signIn: localized("Sign in")
            case .forget: localized("OK")
            }
        }
    }

    /// Creates the value. Without `remedy` the banner has no button.
    public init(sentence: String, remedy: Remedy? = nil) {
        self.sentence = sentence
        self.remedy = remedy
    }

    /// `nil` if there is nothing to report: connected with the name that was asked for, or
    /// connecting for the first time without a problem.
    ///
    /// - Parameter pending: The number of waiting messages. The notice says that they are kept.
    public init?(_ connection: Connection, pending: Int) {
        if connection.phase == .connected, let error = connection.nameRefusal {
            sentence = localized("\(error.text) You keep your former name.")
            remedy = .rename
            return
        }
        guard connection.phase != .connected, let trouble = connection.trouble else { return nil }
        switch trouble {
        case .unreachable:
            sentence = connection.isOnline ? localized("No connection. Trying again.") : localized("You are offline.")
            remedy = .reconnect
        case .delayed(let error):
            // The server says itself what becomes of a temporary refusal, except of this one.
            let saysNext = error.code.isTemporary && error.code != .tooManyConnections
            sentence = saysNext ? error.text : localized("\(error.text) Trying again.")
            remedy = ConnectionNotice.remedy(for: error.code)
        case .refused(let error):
            sentence = error.text
            remedy = ConnectionNotice.remedy(for: error.code)
        case .closed(let code):
            sentence = ConnectionNotice.farewell(code)
            remedy = .reconnect
        case .unauthenticated:
            sentence = localized("You are signed out. Sign in again.")
            remedy = .signIn
        }
        if pending > 0 { sentence = localized("\(sentence) Your unsent messages are kept.") }
    }

    /// The first change of a room that the server refused and that no row shows: of its settings,
    /// its members, its pins. `nil` if there is none.
    public init?(refusedIn items: [Outbox.Item]) {
        for item in items {
            guard case .failed(let error) = item.state, !item.mutation.isShownByRow else { continue }
            self.init(sentence: error.text, remedy: .forget(item.ticket))
            return
        }
        return nil
    }

    private static func remedy(for code: WireError.Code) -> Remedy {
        switch code {
        case .nameLength, .nameCharacters, .nameReserved, .nameTaken: .rename
        case .signInRequired: .signIn
        default: .reconnect
        }
    }

    private static func farewell(_ code: CloseCode) -> String {
        switch code {
        case .normal: localized("The server closed the connection.")
        case .tooManyRefusals: localized("The server refused too many requests from this app.")
        case .tooManyConnections: localized("You have too many connections. Close some, then try again.")
        default: localized("The server closed the connection (\(Int(code.number))).")
        }
    }
}
