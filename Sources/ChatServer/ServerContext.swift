import ChatRooms
import ChatWire
import Logging

/// What every connection of a server shares. Nothing in it changes but behind its own lock.
struct ServerContext: Sendable {
    let fanout: Fanout
    let committer: Committer
    let history: HistoryReader
    let directory: Directory
    let addresses: AddressCounts
    let authenticator: any Authenticator
    let epoch: Epoch
    let logger: Logger
}
