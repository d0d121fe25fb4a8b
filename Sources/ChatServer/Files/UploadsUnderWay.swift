import ChatWire

/// The uploads under way, and the room that is kept for them: what is let in can't pass a limit, however many come at once.
struct UploadsUnderWay {
    typealias Ticket = UInt64

    private struct Upload {
        var user: UserID
        var id: FileID
        var size: UInt64
    }

    private var uploads: [Ticket: Upload] = [:]
    private var last: Ticket = 0

    /// Bytes promised to all.
    var bytes: UInt64 { uploads.values.reduce(0) { $0 + $1.size } }

    /// Lets one more in, for as long as its ticket is not given back.
    mutating func begin(_ user: UserID, _ id: FileID, size: UInt64) throws(FileRefusal) -> Ticket {
        guard uploads.count < Limits.uploads else { throw .overloaded }
        guard uploads.values.count(where: { $0.user == user }) < Limits.uploadsPerUser else {
            let text = "You are uploading \(Limits.uploadsPerUser) files already: let one of them finish first."
            throw FileRefusal(.tooManyRequests, WireError(.rateLimited, text, retry: 1_000))
        }
        last += 1
        uploads[last] = Upload(user: user, id: id, size: size)
        return last
    }

    mutating func end(_ ticket: Ticket) { uploads[ticket] = nil }

    /// What is promised to a user, and under which ids: of those the record may be there already, and must not count twice.
    func promised(to user: UserID) -> (bytes: UInt64, ids: [FileID]) {
        let own = uploads.values.filter { $0.user == user }
        return (own.reduce(0) { $0 + $1.size }, own.map(\.id))
    }
}
