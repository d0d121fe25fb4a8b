import ChatRooms
import ChatWire
import Logging

/// What every connection of a server shares. Nothing in it changes but behind its own lock.
struct ServerContext: Sendable {
    let fanout: Fanout
    let committer: Committer
    let history: HistoryReader
    let presence: PresenceService
    /// `nil` of a server that takes no files.
    let files: Files?
    let connections: OpenConnections
    let addresses: AddressCounts
    let addressBudgets: AddressBudgets
    let authenticator: any Authenticator
    let epoch: Epoch
    let logger: Logger
    var security = SecurityLog(Logger(label: MartletServer.securityLabel))
    var traces = Traces()
    /// Events of a page of history.
    var pageEvents = Limits.pageEvents

    /// What a client is told to stay within.
    var limits: ServerFrame.AnnouncedLimits {
        var limits = ServerFrame.AnnouncedLimits()
        limits.page = UInt64(pageEvents)
        limits.file = files?.limits.largest ?? 0
        return limits
    }
}
