import ChatWire

/// Why the user can't write in a room, although they read it.
public enum Silence: Hashable, Sendable {
    /// A moderator has muted the user; until then, by this device's clock: milliseconds since
    /// 1970-01-01 UTC. `nil`: for good.
    case muted(until: Int64?)
    /// Only moderators may write.
    case readOnly

    /// When it ends; `nil` if that is not known.
    public var until: Int64? { if case .muted(let until) = self { until } else { nil } }

    /// The sentence for the user.
    ///
    /// - Parameter time: The text of a time with its day, from milliseconds since 1970-01-01 UTC.
    public func sentence(time: (Int64) -> String) -> String {
        switch self {
        case .muted(let until?): localized("You can’t write in this room until \(time(until)).")
        case .muted(nil): localized("You can’t write in this room.")
        case .readOnly: localized("Only moderators can write in this room.")
        }
    }
}

extension Chat {
    /// Why the user can't write in the room, as far as this device knows; `nil` if they can.
    ///
    /// It tells nothing of a block: a person who is blocked is not to learn it.
    public func silence(in room: RoomName) -> Silence? {
        guard let conversation = conversations[room], conversation.membership == .joined, let info = conversation.info,
            info.standing.mutedUntil != nil || info.settings.posting == .moderators, let access = access(to: room)
        else { return nil }
        let message = Mutation.message(text: ".", reply: nil, payload: nil, attachment: nil)
        switch access.refusal(of: message, at: serverTime)?.code {
        case .muted?:
            guard let end = access.standing.mutedUntil, end < MembershipChange.Action.forGood else {
                return .muted(until: nil)
            }
            return .muted(until: end.subtractingReportingOverflow(serverAhead).partialValue)
        case .notAllowed? where access.settings.posting == .moderators: return .readOnly
        default: return nil
        }
    }
}
