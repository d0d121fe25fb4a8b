import ChatWire

/// What a connection of the line protocol may do: introduce itself once, then speak.
public struct LineSession: Sendable {
    public enum Input: Sendable {
        case received(LineRequest)
        case unreadable(WireError)
        case refused(WireError)
        /// The name that was asked for, or the one given instead.
        case introduced(Author)
    }

    public enum Effect: Hashable, Sendable {
        case nothing
        /// Give this connection the name, or one like it that is free.
        case introduce(name: String)
        case append(Author, text: String)
        /// Tell the sender; `close` when it was one refusal too many.
        case refuse(WireError, close: Bool)
    }

    public private(set) var author: Author?
    private var strikes = Strikes()

    public init() {}

    public mutating func handle(_ input: Input) -> Effect {
        switch input {
        case .received(.introduce(let name)): return introduce(name)
        case .received(.speak(let text)): return speak(text)
        case .unreadable(let error), .refused(let error): return refuse(error)
        case .introduced(let author):
            self.author = author
            return .nothing
        }
    }

    private mutating func introduce(_ name: String) -> Effect {
        if let author {
            return refuse(
                WireError(.alreadyIntroduced, "You are \(author.name) already; connect again to be someone else."))
        }
        if let error = NameRule.refusal(of: name) { return refuse(error) }
        strikes.forgive()
        return .introduce(name: name)
    }

    private mutating func speak(_ text: String) -> Effect {
        guard let author else {
            return refuse(WireError(.helloRequired, "Say who you are first: iam:NAME"))
        }
        if let error = TextRule.check(text) { return refuse(error) }
        strikes.forgive()
        return .append(author, text: text)
    }

    private mutating func refuse(_ error: WireError) -> Effect {
        .refuse(error, close: strikes.count(error))
    }
}
