import ChatModel
import ChatWire

/// What the banner says about the connection.
public struct ConnectionNotice: Hashable, Sendable {
    public var sentence: String
    /// What its button does.
    public var remedy: Remedy?

    public enum Remedy: Hashable, Sendable {
        /// Try now.
        case reconnect
        /// Choose another name.
        case rename

        public var title: String {
            switch self {
            case .reconnect: "Try now"
            case .rename: "Change name"
            }
        }
    }

    public init(sentence: String, remedy: Remedy? = nil) {
        self.sentence = sentence
        self.remedy = remedy
    }

    /// `nil` while there is nothing to say: connected, or connecting for the first time without trouble.
    ///
    /// - Parameter pending: How many messages wait; they are kept, and people want to know.
    public init?(_ connection: Connection, pending: Int) {
        guard connection.phase != .connected, let trouble = connection.trouble else { return nil }
        switch trouble {
        case .unreachable:
            sentence = connection.isOnline ? "No connection; trying again." : "You are offline."
            remedy = .reconnect
        case .delayed(let error), .refused(let error):
            sentence = error.text
            remedy = ConnectionNotice.isAboutName(error.code) ? .rename : .reconnect
        case .closed(let code):
            sentence = ConnectionNotice.farewell(code)
            remedy = .reconnect
        case .unauthenticated:
            sentence = "The server does not know you any more. Sign in again."
            remedy = .reconnect
        }
        if pending > 0 { sentence += " What you wrote is kept." }
    }

    private static func isAboutName(_ code: WireError.Code) -> Bool {
        switch code {
        case .nameLength, .nameCharacters, .nameReserved, .nameTaken: true
        default: false
        }
    }

    private static func farewell(_ code: CloseCode) -> String {
        switch code {
        case .normal: "The server ended the conversation."
        case .tooManyRefusals: "The server refused too many requests of this app."
        case .tooManyConnections: "You are connected from too many places. Close some, then try again."
        default: "The server closed the connection (\(code.number))."
        }
    }
}
