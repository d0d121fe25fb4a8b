import ChatModel
import ChatWire

/// What the menu of a person in a room offers.
public enum PersonAction: Hashable, Sendable {
    /// Opens the direct room with them.
    case message
    /// Changes their place at once.
    case change(MembershipChange.Action)
    /// Asks for the end and the reason first.
    case sanction(Sanction.Kind)

    /// What the room's rule allows the user to do to a person. The server decides; this is for what
    /// is offered.
    ///
    /// - Parameters:
    ///   - access: the user's place; `nil` before the first welcome
    ///   - time: milliseconds since 1970-01-01 UTC
    public static func menu(for person: Person, _ access: RoomAccess?, at time: Int64) -> [PersonAction] {
        guard let access, person.author.user != access.user else { return [] }
        let standing = person.standing
        func may(_ action: MembershipChange.Action) -> Bool { access.may(action, toward: standing, at: time) }
        var actions: [PersonAction] = [.message]
        func offer(_ action: MembershipChange.Action, if isSensible: Bool) {
            if isSensible, may(action) { actions.append(.change(action)) }
        }
        offer(.join, if: standing.membership == .requested)
        for role in [RoomRole.owner, .moderator, .member] { offer(.role(role), if: standing.role != role) }
        offer(.unmute, if: standing.isMuted(at: time))
        let forGood = MembershipChange.Action.forGood
        if !standing.isMuted(at: time), may(.mute(until: forGood)) { actions.append(.sanction(.mute)) }
        if standing.membership != .none, may(.remove) { actions.append(.sanction(.remove)) }
        offer(.unban, if: standing.isBanned(at: time))
        if !standing.isBanned(at: time), may(.ban(until: forGood)) { actions.append(.sanction(.ban)) }
        return actions
    }

    /// The label in the menu. It ends with “…” if a sheet opens first.
    public var title: String {
        switch self {
        case .message: "Message"
        case .change(.join): "Let in"
        case .change(let action): BubbleAction.change(.membership(MembershipChange(.nobody, action))).title
        case .sanction(let kind): "\(kind.title)…"
        }
    }

    /// The name of its symbol (SF Symbols 4).
    public var symbol: String {
        switch self {
        case .message: "bubble.left"
        case .change(.join): "person.badge.plus"
        case .change(.role): "star"
        case .change: "arrow.uturn.backward"
        case .sanction(.mute): "speaker.slash"
        case .sanction(.remove): "person.badge.minus"
        case .sanction(.ban): "nosign"
        }
    }

    /// Whether it takes something away.
    public var isDestructive: Bool {
        switch self {
        case .message, .change: false
        case .sanction: true
        }
    }
}

/// A ban, a mute or a removal that is being decided: for how long, and why.
public struct Sanction: Hashable, Sendable, Identifiable {
    /// What is done to the person.
    public enum Kind: Hashable, Sendable {
        /// A ban keeps the person out of the room. A mute keeps them from writing. A removal ends
        /// their membership, invitation or request.
        case ban, mute, remove

        /// The label of the action: “Ban”.
        public var title: String {
            switch self {
            case .ban: "Ban"
            case .mute: "Mute"
            case .remove: "Remove"
            }
        }
    }

    /// How long it lasts.
    public enum Length: String, CaseIterable, Hashable, Sendable {
        /// The time from the decision; `forGood` lasts until a moderator takes it back.
        case hour, day, week, forGood

        /// The label of the choice.
        public var title: String {
            switch self {
            case .hour: "1 hour"
            case .day: "1 day"
            case .week: "1 week"
            case .forGood: "Until it is taken back"
            }
        }

        /// `nil`: for good.
        fileprivate var milliseconds: Int64? {
            switch self {
            case .hour: 3_600_000
            case .day: 86_400_000
            case .week: 604_800_000
            case .forGood: nil
            }
        }
    }

    /// What is being decided.
    public var kind: Kind
    /// The person whom it is about.
    public var person: Author
    /// How long a ban or mute lasts. A removal ignores it.
    public var length = Length.day
    /// The reason as typed: one line of at most ``ChatWire/Limits/reasonBytes`` bytes; empty for
    /// none. Everyone in the room can read it.
    public var reason = ""

    /// Creates a sanction of one day without a reason.
    public init(_ kind: Kind, of person: Author) {
        self.kind = kind
        self.person = person
    }

    /// The same for the same decision, however it ends.
    public var id: Decision { Decision(kind: kind, user: person.user) }

    /// The identity of a sanction: its kind and the person.
    public struct Decision: Hashable, Sendable {
        let kind: Kind
        let user: UserID
    }

    /// Whether it has an end.
    public var hasLength: Bool { kind != .remove }

    /// What is wrong with the reason; `nil` if it is right or empty.
    public var problem: String? { change(at: 0).check()?.text }

    /// “Ban Bob”.
    public var title: String { "\(kind.title) \(Sentences.isolated(person.name))" }

    /// What to do, if it is decided now.
    ///
    /// - Parameter now: the server's time: milliseconds since 1970-01-01 UTC
    public func change(at now: Int64) -> MembershipChange {
        let end = length.milliseconds.map { now + $0 } ?? MembershipChange.Action.forGood
        let action: MembershipChange.Action =
            switch kind {
            case .ban: .ban(until: end)
            case .mute: .mute(until: end)
            case .remove: .remove
            }
        return MembershipChange(
            person.user, action, called: person.name.isEmpty ? nil : person.name,
            reason: reason.isEmpty ? nil : reason)
    }
}
