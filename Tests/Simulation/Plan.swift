import ChatRooms
import ChatServer
import ChatTesting
import ChatWire

/// What a seed makes of a run: how many phones, which faults, how often. Every run has some kinds
/// of fault and lacks others: what always happens together hides what happens alone.
struct Plan {
    var phones: Int
    var rooms: [RoomName]
    /// Groups that people may make; empty where they do nothing about groups, lists and reports.
    var groups: [RoomName] = []
    /// The percentage of what people do that is about groups, lists and reports.
    var socialShare = 0
    /// Whether the first two phones are one person's.
    var sharesUser = false
    /// Milliseconds for which people act and things fail.
    var storm: Int64
    /// Milliseconds for which the world may come to rest after that.
    var calm: Int64 = 180_000
    /// Average milliseconds between two things that one person does.
    var pace: Int64
    var weather: FaultyNetwork.Weather
    /// Frames that may be under way to a client before the server's write buffer has to hold them.
    var window: Int
    /// Milliseconds a commit, and a page of history, take.
    var commit: ClosedRange<Int64>
    var read: ClosedRange<Int64>
    /// Servers that share the log.
    var servers = 1
    /// Event loops of each server, and milliseconds that a task may wait for one.
    var loops: Int
    var loopLag: ClosedRange<Int64>
    /// How often a user may speak; `nil`: without limit.
    var rate: TokenBucket.Rate?
    var bounds = DeliveryBounds()
    /// Bytes that wait in a channel before it says so.
    var highWaterMark = 65_536
    /// People on the two older protocols.
    var guests: Int
    /// What phones do with files; `nil` where the server accepts none.
    var files: FilePlan?
    /// What people do about accounts; `nil` where the server has none.
    var accounts: AccountPlan?
    /// What people do about invite links; `nil` where they make none.
    var links: LinkPlan?
    /// What people do about the operator's filter list; `nil` where there is none.
    var filter: FilterPlan?
    /// Which faults there are, and the average milliseconds between two of a kind.
    var faults: [Fault: Int64]

    init(random: inout SeededGenerator) {
        phones = Int.random(in: 2...4, using: &random)
        rooms = ["alpha", "beta", "gamma"].prefix(Int.random(in: 1...3, using: &random)).compactMap { RoomName($0) }
        storm = Int64.random(in: 5_000...40_000, using: &random)
        pace = Int64.random(in: 150...1_500, using: &random)
        let slow = random.oneIn(3)
        weather = FaultyNetwork.Weather(
            delay: 1...(slow ? 2_000 : 80),
            refused: random.oneIn(2) ? Int.random(in: 2...10, using: &random) : 0,
            broken: random.oneIn(2) ? Int.random(in: 20...200, using: &random) : 0,
            deafened: random.oneIn(3) ? Int.random(in: 100...400, using: &random) : 0)
        window = random.oneIn(3) ? Int.random(in: 1...4, using: &random) : 64
        commit = 1...(random.oneIn(3) ? 300 : 15)
        read = 1...(random.oneIn(3) ? 500 : 15)
        loops = Int.random(in: 2...3, using: &random)
        loopLag = 0...(random.oneIn(3) ? Int64.random(in: 1...40, using: &random) : 0)
        guests = random.oneIn(2) ? Int.random(in: 1...4, using: &random) : 0
        if guests > 0 { rooms[0] = .lobby }
        if random.oneIn(3) { rate = TokenBucket.Rate(perSecond: 5, burst: 5) }
        // Most readers are slow only where little may wait for them, or the run would be too short
        // to see them cut.
        if random.oneIn(window < 64 ? 2 : 6) {
            bounds.writeBufferBytes = Int.random(in: 600...6_000, using: &random)
            highWaterMark = bounds.writeBufferBytes / 2
            bounds.unreadAnswerBytes = bounds.writeBufferBytes / 4
        }
        if random.oneIn(4) { bounds.commitQueue = Int.random(in: 2...10, using: &random) }
        if random.oneIn(4) { bounds.commitBatch = Int.random(in: 1...4, using: &random) }
        if random.oneIn(2) { bounds.largeRoom = Int.random(in: 1...3, using: &random) }
        if random.oneIn(2) {
            groups = (0..<Int.random(in: 1...2, using: &random)).map { _ in .group(using: &random) }
            socialShare = Int.random(in: 20...60, using: &random)
            sharesUser = random.oneIn(3)
        }
        faults = [:]
        for fault in Fault.allCases where random.oneIn(2) {
            faults[fault] = Int64.random(in: 2_000...60_000, using: &random)
        }
        guard random.oneIn(2) else {
            // Each server has a folder of files of its own, so none of them has files.
            if random.oneIn(2) { servers = Int.random(in: 2...3, using: &random) }
            return
        }
        files = FilePlan(random: &random)
        if random.oneIn(3) { bounds.uploads = Int.random(in: 1...2, using: &random) }
        bounds.uploadChunkBytes = Int.random(in: 30...500, using: &random)
    }
}

extension Plan {
    /// A guest's token.
    func token(for user: UserID) -> String {
        accounts == nil ? PlainTokens().token(for: user) : ServerAccounts.guests.token(for: user)
    }

    /// The user of a guest's token.
    func user(of token: String) -> UserID? {
        accounts == nil ? PlainTokens().user(of: token) : ServerAccounts.guests.user(of: token)
    }
}

/// What fails, by itself, now and then, while the storm lasts.
enum Fault: CaseIterable {
    /// An app is killed between any two of its steps or in the middle of a write, and opened again
    /// later.
    case killPhone
    /// The same for the phone's power: what its disk had not flushed is lost, torn or garbled.
    case cutPhone
    /// The phone's disk fails for some operations, or is full.
    case phoneDisk
    /// The phone is in a tunnel, and knows it.
    case offline
    /// A connection breaks.
    case cut
    /// A connection goes deaf in one direction, and nobody is told.
    case deafen
    /// The server's machine loses power.
    case killServer
    /// The server is stopped properly, and started again.
    case restartServer
    /// One of several servers ends alone, at any moment, and is started again.
    case killOneServer
    /// One of several servers stands still for some seconds.
    case pauseServer
    /// One of several servers hears nothing of the others for some seconds, and they nothing of it.
    case isolateServer
    /// The server's disk fails at the next commit.
    case serverDisk
    /// A copy of the server's disk is made, or, where there is one, put in place of the log.
    case restore
    /// A client that breaks the rules of numbers comes by.
    case probe
    /// The phone's clock is set.
    case clock
    /// The disk of the server's files fails for some operations, or is full.
    case fileDisk
}
