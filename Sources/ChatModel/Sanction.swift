import ChatWire

/// A ban, a mute or a removal that is being decided: for how long, and why.
///
/// ``deed(at:)`` is what comes of it.
public struct Sanction: Hashable, Sendable, Identifiable {
    /// What is done to the person.
    public enum Kind: Hashable, Sendable {
        /// A ban keeps the person out of the room. A mute keeps them from writing. A removal ends
        /// their membership, invitation or request. A ban from the server keeps them off all of it.
        case ban, mute, remove, serverBan

        /// The label of the action: “Ban”.
        public var title: String {
            switch self {
            case .ban: localized("Ban")
            case .mute: localized("Mute")
            case .remove: localized("Remove")
            case .serverBan: localized("Ban from the server")
            }
        }
    }

    /// What comes of a sanction.
    public enum Deed: Hashable, Sendable {
        /// The person's place in the room changes: ``ChatWire/Mutation/membership(_:)``.
        case membership(MembershipChange)
        /// The server keeps the person off: ``ModerationQuestion/serverBan(_:)``.
        case serverBan(ServerBan)

        /// Why the server would refuse the reason.
        fileprivate var refusal: WireError? {
            switch self {
            case .membership(let change): change.check()
            case .serverBan(let ban): ban.check()
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
            case .hour: localized("1 hour")
            case .day: localized("1 day")
            case .week: localized("1 week")
            case .forGood: localized("Until it is taken back")
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
    /// none. Everyone in the room can read it; that of a ban from the server, the person and
    /// administrators.
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
    public var problem: String? { deed(at: 0).refusal?.translated.text }

    /// Who can read the reason: a hint for its field.
    public var reasonHint: String {
        kind == .serverBan ? localized("The person can read it") : localized("Everyone in the room can read it")
    }

    /// “Ban Bob”.
    public var title: String {
        let name = Sentences.isolated(person.name)
        return switch kind {
        case .ban: localized("Ban \(name)")
        case .mute: localized("Mute \(name)")
        case .remove: localized("Remove \(name)")
        case .serverBan: localized("Ban \(name) from the server")
        }
    }

    /// What to do, if it is decided now.
    ///
    /// - Parameter now: the server's time: milliseconds since 1970-01-01 UTC
    public func deed(at now: Int64) -> Deed { deed(until: length.milliseconds.map { now + $0 }) }

    /// What to do, if it is decided until this time and not for ``length``. A removal ignores it.
    ///
    /// - Parameter end: by the server's clock: milliseconds since 1970-01-01 UTC; `nil`: until it
    ///   is taken back
    public func deed(until end: Int64?) -> Deed {
        let reason = reason.isEmpty ? nil : reason
        func place(_ action: MembershipChange.Action) -> Deed {
            .membership(
                MembershipChange(person.user, action, called: person.name.isEmpty ? nil : person.name, reason: reason))
        }
        return switch kind {
        case .ban: place(.ban(until: end ?? MembershipChange.Action.forGood))
        case .mute: place(.mute(until: end ?? MembershipChange.Action.forGood))
        case .remove: place(.remove)
        case .serverBan:
            .serverBan(
                ServerBan(
                    .user(person.user), name: person.name.isEmpty ? nil : person.name, until: end, reason: reason))
        }
    }
}
