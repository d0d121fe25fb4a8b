import ChatWire

/// What a connection of the line protocol may do: introduce itself once, then speak.
package struct LineSession: Sendable {
    package enum Input: Sendable {
        case received(LineRequest)
        case unreadable(WireError)
        /// What ``Effect/introduce(name:)`` came to: the name, or one like it that is free.
        case introduced(asked: String, Result<String, WireError>)
        /// The committer's answer to what was submitted, or the refusal to take it.
        case replied(Reply.Result)
        /// The client has nothing more to say, but may still read.
        case ended
        /// A pause begins: the server has refused too many requests of this address, other
        /// connections included.
        case pauseBegan
        /// A pause, also one of ``Refusals/Verdict/pause(_:)``, is over.
        case pauseEnded
    }

    package enum Effect: Hashable, Sendable {
        case nothing
        /// Charge a hello to the address, and claim the name or one like it that is free.
        case introduce(name: String)
        /// Send the notice, and enter the lobby.
        case enter(Author, notice: Line?)
        case append(Author, text: String)
        /// Send the refusal, then do what the verdict says.
        case refuse(WireError, Refusals.Verdict)
    }

    package private(set) var author: Author?
    package let user: UserID
    private var reading = ReadingRule()
    private var hasEnded = false

    package init(user: UserID) { self.user = user }

    /// Whether the connection may be read further.
    package var isReading: Bool { reading.isReading }

    /// Whether the connection may close: the client has ended, and all that it said is answered.
    package var isDone: Bool { hasEnded && reading.inFlight == 0 }

    /// - Parameter now: nanoseconds of a clock that does not go back
    package mutating func handle(_ input: Input, at now: Int64) -> Effect {
        switch input {
        case .received(.introduce(let name)): return introduce(name, now)
        case .received(.speak(let text)): return speak(text, now)
        case .unreadable(let error): return refuse(error, now)
        case .introduced(_, .failure(let error)): return refuse(error, now)
        case .introduced(let asked, .success(let given)):
            let author = Author(user: user, name: given)
            self.author = author
            let notice = Line.notice("The name \(asked) is taken; you are \(given).")
            return .enter(author, notice: given == asked ? nil : notice)
        case .replied(let result):
            reading.answered()
            if case .refused(let error) = result { return refuse(error, now) }
            return .nothing
        case .ended:
            hasEnded = true
            return .nothing
        case .pauseBegan:
            reading.refusals.pauseBegan()
            return .nothing
        case .pauseEnded:
            reading.refusals.pauseEnded()
            return .nothing
        }
    }

    private mutating func introduce(_ name: String, _ now: Int64) -> Effect {
        if let author {
            let text = "You are \(author.name) already; connect again to be someone else."
            return refuse(WireError(.alreadyIntroduced, text), now)
        }
        // DogeChat sends a name as it was typed, and a keyboard appends a space to a suggestion.
        let name = TextRule.trimmed(name)
        if let error = NameRule.refusal(of: name) { return refuse(error, now) }
        reading.refusals.forgive()
        return .introduce(name: name)
    }

    private mutating func speak(_ text: String, _ now: Int64) -> Effect {
        guard let author else {
            return refuse(WireError(.helloRequired, "Say who you are first: iam:NAME"), now)
        }
        if let error = TextRule.check(text) { return refuse(error, now) }
        reading.refusals.forgive()
        reading.submitted()
        return .append(author, text: text)
    }

    private mutating func refuse(_ error: WireError, _ now: Int64) -> Effect {
        .refuse(error, reading.refusals.count(error, at: now))
    }
}

extension WireError {
    /// A line that was begun and not ended, or none at all, for ``Limits/unfinishedDeadline``.
    package static var lineUnfinished: WireError {
        WireError(
            .lineUnknown,
            "No complete line arrived for too long. Write iam:NAME, then msg:TEXT, each ending with a line feed.")
    }

    /// The first bytes are another protocol's.
    package static var lineForeign: WireError {
        WireError(.lineUnknown, "This port speaks lines: iam:NAME, then msg:TEXT.")
    }
}
