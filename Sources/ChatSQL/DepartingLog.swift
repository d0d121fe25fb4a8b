import ChatWire

/// A log and its accounts at one moment, to be copied from another engine into a data folder.
package struct DepartingLog {
    /// Has the tables of the log and those of accounts.
    package let database: any SQLDatabase
    package let epoch: Epoch
    /// Events of all rooms.
    package let events: UInt64
    /// The key of guest tokens; `nil` if none was made yet.
    package let tokenKey: [UInt8]?
    /// The highest id that a table has ever given; `nil` if it has given none.
    package let lastId: (_ table: String) throws -> Int64?

    package init(
        _ database: any SQLDatabase, epoch: Epoch, events: UInt64, tokenKey: [UInt8]?,
        lastId: @escaping (_ table: String) throws -> Int64?
    ) {
        self.database = database
        self.epoch = epoch
        self.events = events
        self.tokenKey = tokenKey
        self.lastId = lastId
    }
}
