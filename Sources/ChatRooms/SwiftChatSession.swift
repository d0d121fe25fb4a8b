import ChatWire

/// What a connection of the SwiftChat protocol may do: say things, each under the name it bears at that moment.
///
/// The protocol has no introduction: name and user id come with every message, and two of its users may bear one name, for
/// their ids tell them apart.
public struct SwiftChatSession: Sendable {
    public enum Input: Sendable {
        case received(SwiftChatFrame.Submitted)
        case unreadable(WireError)
        case refused(WireError)
    }

    public enum Effect: Hashable, Sendable {
        /// Append to the lobby, where the server lets this connection speak as `author` (``Presence/speak(as:_:held:standIn:)``).
        case append(Author, text: String)
        /// Tell the sender; `close` when it was one refusal too many.
        case refuse(WireError, close: Bool)
    }

    /// Who spoke last on this connection; its name has been checked.
    public private(set) var author: Author?
    private var strikes = Strikes()

    public init() {}

    public mutating func handle(_ input: Input) -> Effect {
        switch input {
        case .received(let frame): received(frame)
        case .unreadable(let error), .refused(let error): refuse(error)
        }
    }

    private mutating func received(_ frame: SwiftChatFrame.Submitted) -> Effect {
        if author?.user != frame.userID || author?.name != frame.user {
            if let error = NameRule.refusal(of: frame.user) { return refuse(error) }
            guard !frame.userID.isIssued else {
                return refuse(WireError(.badRequest, "This userID belongs to someone else; make one of your own."))
            }
        }
        if let error = TextRule.check(frame.message) { return refuse(error) }
        strikes.forgive()
        let author = Author(user: frame.userID, name: frame.user)
        self.author = author
        return .append(author, text: frame.message)
    }

    private mutating func refuse(_ error: WireError) -> Effect {
        .refuse(error, close: strikes.count(error))
    }
}
