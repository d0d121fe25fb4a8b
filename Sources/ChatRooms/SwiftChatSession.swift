import ChatWire

/// What a connection of the SwiftChat protocol may do: send messages, each under its own name.
///
/// The protocol has no introduction: a name and a user id come with every message. Two of its users
/// may have the same name; their ids tell them apart. A message passes three stages. A new author
/// is charged to the address as a hello. The name and the id are claimed, for every message:
/// another user may have taken the name since the last one. Then the message is submitted.
package struct SwiftChatSession: Sendable {
    /// A message, with its author as the client named them.
    package struct Utterance: Hashable, Sendable {
        package var author: Author
        package var text: String
    }

    /// A change of the person as whom this connection is in the lobby.
    package struct Arrival: Hashable, Sendable {
        /// The person as whom it was there before, and who leaves now.
        package var leaving: Author?
        /// Whether the user is another one, and not only the name.
        package var isSignIn: Bool
    }

    package enum Input: Sendable {
        case received(SwiftChatFrame.Submitted)
        case unreadable(WireError)
        /// The address may have one more hello.
        case introduced(Utterance)
        /// The message may be said under this id (``Presence/speak(as:_:held:standIn:)``).
        case admitted(Utterance, as: UserID)
        /// The hello or the claim was refused.
        case refused(WireError)
        /// The committer's answer to what was submitted, or the refusal to take it.
        case replied(Reply.Result)
        /// A pause begins because of what other connections of the address had refused.
        case pauseBegan
        /// A pause, also one of ``Refusals/Verdict/pause(_:)``, is over.
        case pauseEnded
    }

    package enum Effect: Hashable, Sendable {
        case nothing
        /// Charge a hello to the address.
        case introduce(Utterance)
        /// Claim the name and the id, with ``SwiftChatSession/held`` and
        /// ``SwiftChatSession/standIn``.
        case claim(Utterance, ConfusableSkeleton)
        /// Let `author` stand in the lobby where that is new, and append.
        case append(Author, text: String, Arrival?)
        /// Send the refusal, then do what the verdict says.
        case refuse(WireError, Refusals.Verdict)
    }

    /// The person as whom this connection is in the lobby, once it has sent a message.
    package private(set) var present: Author?
    /// The id that belongs to this connection.
    package private(set) var held: UserID?
    /// The id under which this connection speaks where its client's belongs to another connection.
    package let standIn: UserID
    private var reading = ReadingRule()
    /// The last author whose name was checked and who was charged as a hello.
    private var introduced: Author?
    /// What the last name looks like.
    private var look: ConfusableSkeleton?

    /// - Parameter standIn: an id that no client can claim
    package init(standIn: UserID) { self.standIn = standIn }

    /// Whether the connection may be read further.
    package var isReading: Bool { reading.isReading }

    /// - Parameter now: nanoseconds of a clock that does not go back
    package mutating func handle(_ input: Input, at now: Int64) -> Effect {
        switch input {
        case .received(let frame): return received(frame, now)
        case .unreadable(let error), .refused(let error): return refuse(error, now)
        case .introduced(let utterance):
            introduced = utterance.author
            return claim(utterance)
        case .admitted(let utterance, let user): return admitted(utterance, user)
        case .replied(let result):
            reading.answered()
            if case .refused(let error) = result { return refuse(error, now) }
            return .nothing
        case .pauseBegan:
            reading.refusals.pauseBegan()
            return .nothing
        case .pauseEnded:
            reading.refusals.pauseEnded()
            return .nothing
        }
    }

    private mutating func received(_ frame: SwiftChatFrame.Submitted, _ now: Int64) -> Effect {
        // The app sends a name as it was typed, and a keyboard appends a space to a suggestion.
        let author = Author(user: frame.userID, name: TextRule.trimmed(frame.user))
        // Canonically equal names may differ in length.
        let isKnown = author.user == introduced?.user && introduced?.name.hasSameBytes(as: author.name) == true
        if !isKnown {
            if let error = NameRule.refusal(of: author.name) { return refuse(error, now) }
            guard !author.user.isIssued, !author.user.isDerived else {
                let text = "This userID belongs to someone else; make one of your own."
                return refuse(WireError(.badRequest, text), now)
            }
        }
        if let error = TextRule.check(frame.message) { return refuse(error, now) }
        reading.refusals.forgive()
        let utterance = Utterance(author: author, text: frame.message)
        return isKnown ? claim(utterance) : .introduce(utterance)
    }

    private mutating func claim(_ utterance: Utterance) -> Effect {
        if let look, look.name.hasSameBytes(as: utterance.author.name) { return .claim(utterance, look) }
        let look = ConfusableSkeleton(of: utterance.author.name)
        self.look = look
        return .claim(utterance, look)
    }

    private mutating func admitted(_ utterance: Utterance, _ user: UserID) -> Effect {
        held = user == standIn ? nil : user
        let speaker = Author(user: user, name: utterance.author.name)
        var arrival: Arrival?
        if present != speaker {
            arrival = Arrival(leaving: present, isSignIn: present?.user != user)
            present = speaker
        }
        reading.submitted()
        return .append(speaker, text: utterance.text, arrival)
    }

    private mutating func refuse(_ error: WireError, _ now: Int64) -> Effect {
        .refuse(error, reading.refusals.count(error, at: now))
    }
}
