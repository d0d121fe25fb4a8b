import ChatWire

/// What an administrator asks of the whole server.
package enum AdministratorRequest: Hashable, Sendable {
    case ban(ServerBan)
    case unban(ServerBan.Subject)
    /// A page of the bans, by the text of their subject, after `after`.
    case bans(after: String?)
}
