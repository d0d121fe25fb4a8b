import ChatWire

/// What a new invite link of a group allows.
public struct LinkForm: Hashable, Sendable {
    /// How long people can join by the link. The raw value is in milliseconds; 0 means no end.
    public enum Lifetime: Int64, Hashable, Sendable, CaseIterable, Identifiable {
        /// 24 hours.
        case day = 86_400_000
        /// Seven days.
        case week = 604_800_000
        /// Until somebody revokes it.
        case endless = 0

        /// The time in milliseconds; 0 for a link without an end.
        public var id: Int64 { rawValue }

        /// The label of the choice.
        public var title: String {
            switch self {
            case .day: localized("One day")
            case .week: localized("Seven days")
            case .endless: localized("Until it is revoked")
            }
        }
    }

    /// How long people can join by the link, from its creation.
    public var lifetime = Lifetime.week
    /// How many people may join by it; `nil` for any number.
    public var uses: UInt64?
    /// Whether only one person may join by it.
    public var isForOne: Bool {
        get { uses == 1 }
        set { uses = newValue ? 1 : nil }
    }

    /// Creates the form with its defaults: seven days, for any number of people.
    public init() {}

    /// The change that makes the link.
    ///
    /// - Parameter time: the server's, in milliseconds since 1970-01-01 UTC
    public func change(making code: InviteCode, at time: Int64) -> LinkChange {
        let end = time.addingReportingOverflow(lifetime.rawValue).partialValue
        return LinkChange(making: code.secret.link, uses: uses, until: lifetime == .endless ? nil : end)
    }
}
