import ChatWire

/// The requests that all users at one address together may still make. Anyone can become a guest
/// any number of times, so limits of single users would bound nobody.
public struct AddressBudget: Sendable {
    /// What an operator sets: all in proportion to the messages a second.
    public struct Rates: Hashable, Sendable {
        /// Messages of all users at the address.
        public var messages: TokenBucket.Rate
        /// Bytes of the texts of these messages.
        public var bytes: TokenBucket.Rate
        /// Joins, read marks, notices of typing, reports and moderators' decisions.
        public var signals: TokenBucket.Rate
        /// Hellos of all users at the address.
        public var hellos: TokenBucket.Rate
        /// Bytes of files.
        public var uploads: TokenBucket.Rate
        /// Requests that were refused.
        public var refusals: TokenBucket.Rate
        /// HTTP requests.
        public var requests: TokenBucket.Rate
        /// Bytes of messages that are kept: of each its text and ``Limits/messageStoredBytes``
        /// more; of a read mark ``Limits/markStoredBytes``. `nil` for no limit.
        public var storedMessages: TokenBucket.Rate?
        /// Bytes of files that are kept; `nil` for no limit.
        public var storedFiles: TokenBucket.Rate?

        /// - Parameters:
        ///   - messagesPerSecond: 1 or more
        ///   - storedPerDay: ``storedPerDay``
        public init(
            messagesPerSecond: Int = Limits.addressMessagesPerSecond,
            storedPerDay: UInt64? = Limits.addressStoredPerDay
        ) {
            let standard = Limits.addressMessagesPerSecond
            func rate(_ perSecond: Int, burst: Int) -> TokenBucket.Rate {
                func scaled(_ number: Int) -> Int {
                    let (product, isHuge) = number.multipliedReportingOverflow(by: max(1, messagesPerSecond))
                    return isHuge ? number : max(1, product / standard)
                }
                return TokenBucket.Rate(perSecond: scaled(perSecond), burst: scaled(burst))
            }
            messages = rate(standard, burst: Limits.addressMessageBurst)
            bytes = rate(Limits.addressMessageBytesPerSecond, burst: Limits.addressMessageBytesBurst)
            signals = rate(Limits.addressSignalsPerSecond, burst: Limits.addressSignalBurst)
            hellos = rate(Limits.addressHellosPerSecond, burst: Limits.addressHelloBurst)
            uploads = rate(Limits.addressUploadBytesPerSecond, burst: Limits.addressUploadBytesBurst)
            refusals = rate(Limits.addressRefusalsPerSecond, burst: Limits.addressRefusalBurst)
            requests = rate(Limits.addressRequestsPerSecond, burst: Limits.addressRequestBurst)
            self.storedPerDay = storedPerDay
        }

        /// Bytes of files that may be stored at once, and that many again within a day; a quarter
        /// as many of messages. `nil` for no limit.
        public var storedPerDay: UInt64? {
            get { storedFiles.map { UInt64($0.burst) } }
            set {
                let bytes = newValue.map { Int(clamping: $0) }
                let day = 86_400  // seconds
                storedFiles = bytes.map { TokenBucket.Rate($0, within: day) }
                storedMessages = bytes.map { TokenBucket.Rate($0 / 4, within: day) }
            }
        }

        /// The rates of a whole IPv6 site.
        package var ofSite: Rates {
            var rates = self
            rates.messages = messages.multiplied(by: Limits.addressesPerSite)
            rates.bytes = bytes.multiplied(by: Limits.addressesPerSite)
            rates.signals = signals.multiplied(by: Limits.addressesPerSite)
            rates.hellos = hellos.multiplied(by: Limits.addressesPerSite)
            rates.uploads = uploads.multiplied(by: Limits.addressesPerSite)
            rates.refusals = refusals.multiplied(by: Limits.addressesPerSite)
            rates.requests = requests.multiplied(by: Limits.addressesPerSite)
            rates.storedMessages = storedMessages?.multiplied(by: Limits.addressesPerSite)
            rates.storedFiles = storedFiles?.multiplied(by: Limits.addressesPerSite)
            return rates
        }
    }

    private var sends: SendBudget
    private var signals: TokenBucket
    private var hellos: TokenBucket
    private var uploads: TokenBucket
    private var refusals: TokenBucket
    private var requests: TokenBucket
    private var storedMessages: TokenBucket?
    private var storedFiles: TokenBucket?

    /// Creates a budget of which nothing is used.
    public init(_ rates: Rates) {
        sends = SendBudget(messages: rates.messages, bytes: rates.bytes)
        signals = TokenBucket(rates.signals)
        hellos = TokenBucket(rates.hellos)
        uploads = TokenBucket(rates.uploads)
        refusals = TokenBucket(rates.refusals)
        requests = TokenBucket(rates.requests)
        storedMessages = rates.storedMessages.map { TokenBucket($0) }
        storedFiles = rates.storedFiles.map { TokenBucket($0) }
    }

    /// Takes a message with a text of so many bytes.
    ///
    /// - Parameter now: nanoseconds of a clock that does not go back.
    public mutating func refusal(ofMessage bytes: Int, at now: Int64) -> WireError? {
        if let wait = sends.wait(at: now) { return Self.refusal("messages", wait) }
        if let wait = storedMessages?.wait(at: now) { return Self.storedRefusal("messages", wait) }
        sends.spend(bytes: bytes, at: now)
        storedMessages?.spend(Self.stored(ofMessage: bytes), at: now)
        return nil
    }

    /// Takes a request that is no message, and that the committer performs or others are told of: a
    /// join, a notice of typing, a report, or a moderator's decision.
    public mutating func refusalOfSignal(at now: Int64) -> WireError? {
        signals.take(at: now).map { Self.refusal("requests", $0) }
    }

    /// Takes a read mark: a request that is no message, and that is kept.
    package mutating func refusalOfMark(at now: Int64) -> WireError? {
        if let wait = storedMessages?.wait(at: now) { return Self.storedRefusal("messages", wait) }
        if let refusal = refusalOfSignal(at: now) { return refusal }
        storedMessages?.spend(Limits.markStoredBytes, at: now)
        return nil
    }

    /// Takes a hello.
    public mutating func refusalOfHello(at now: Int64) -> WireError? {
        hellos.take(at: now).map { Self.refusal("new connections", $0) }
    }

    /// Takes a file of so many bytes.
    public mutating func refusal(ofUpload bytes: UInt64, at now: Int64) -> WireError? {
        if let wait = uploads.wait(at: now) { return Self.refusal("files", wait) }
        if let wait = storedFiles?.wait(at: now) { return Self.storedRefusal("files", wait) }
        let charge = Int(clamping: FileLimits.charge(ofSize: bytes))
        uploads.spend(charge, at: now)
        storedFiles?.spend(charge, at: now)
        return nil
    }

    /// What a message with a text of so many bytes counts as when it is stored.
    package static func stored(ofMessage bytes: Int) -> Int {
        let (sum, isHuge) = bytes.addingReportingOverflow(Limits.messageStoredBytes)
        return isHuge ? bytes : sum
    }

    /// Gives back what was taken for an upload that failed.
    ///
    /// - Parameter received: the bytes that came; `nil` if it was not admitted
    /// - Returns: how much it was
    @discardableResult
    package mutating func giveBack(upload bytes: UInt64, except received: UInt64?) -> Int {
        let used = received.map { FileLimits.charge(ofSize: $0) } ?? 0
        let taken = FileLimits.charge(ofSize: bytes)
        let count = Int(clamping: taken - min(taken, used))
        uploads.giveBack(count)
        storedFiles?.giveBack(count)
        return count
    }

    /// Takes an HTTP request that came by way of a trusted proxy.
    public mutating func refusalOfRequest(at now: Int64) -> WireError? {
        requests.take(at: now).map { Self.refusal("requests", $0) }
    }

    /// Counts a request that was refused.
    ///
    /// - Returns: milliseconds for which the connection that sent it is not to be read; 0 for none.
    ///   The refusals of all connections of the address count together, so a new connection does
    ///   not begin at zero.
    public mutating func pause(ofRefusalAt now: Int64) -> Int64 { Self.pause(&refusals, at: now) }

    /// Counts an HTTP request that is answered, however many came.
    ///
    /// - Returns: milliseconds for which the next request of its connection waits; 0 for none. The
    ///   requests of all connections of the address count together.
    package mutating func pause(ofRequestAt now: Int64) -> Int64 { Self.pause(&requests, at: now) }

    /// The pauses grow while more is counted than the budget refills, up to the longest pause.
    private static func pause(_ bucket: inout TokenBucket, at now: Int64) -> Int64 {
        let wait = bucket.wait(at: now) ?? 0
        if wait < UInt64(Limits.refusalPauseLongest) { bucket.spend(1, at: now) }
        return min(Int64(clamping: wait), Limits.refusalPauseLongest)
    }

    /// Whether less than half of a limit is left. `false` for limits that are no part of this
    /// budget.
    package func isLow(_ limit: Spending.Limit, at now: Int64) -> Bool {
        switch limit {
        case .messages: sends.isLow(at: now)
        case .signals: signals.isLow(at: now)
        case .hellos: hellos.isLow(at: now)
        case .uploads: uploads.isLow(at: now)
        case .refusals: refusals.isLow(at: now)
        case .requests: requests.isLow(at: now)
        case .storedMessages: storedMessages?.isLow(at: now) == true
        case .storedFiles: storedFiles?.isLow(at: now) == true
        case .arrivals, .signIns, .registrations, .newRooms, .newOwnLogs, .reports, .guestReports, .held,
            .directRooms, .invitations, .groupPlaces, .sanctions, .entryRequests, .entries, .ownEntries:
            false
        }
    }

    /// Takes what was spent on another server.
    package mutating func take(_ spending: Spending, at now: Int64) {
        switch spending.limit {
        case .messages: sends.take(spending, at: now)
        case .signals: signals.owe(spending.count, at: now)
        case .hellos: hellos.owe(spending.count, at: now)
        case .uploads: uploads.owe(spending.count, at: now)
        case .refusals: refusals.owe(spending.count, at: now)
        case .requests: requests.owe(spending.count, at: now)
        case .storedMessages: storedMessages?.owe(spending.count, at: now)
        case .storedFiles: storedFiles?.owe(spending.count, at: now)
        case .arrivals, .signIns, .registrations, .newRooms, .newOwnLogs, .reports, .guestReports, .held,
            .directRooms, .invitations, .groupPlaces, .sanctions, .entryRequests, .entries, .ownEntries:
            break
        }
    }

    /// Whether all of the budget is there. Then it equals a new one.
    public func isFull(at now: Int64) -> Bool {
        sends.isFull(at: now) && signals.isFull(at: now) && hellos.isFull(at: now) && uploads.isFull(at: now)
            && refusals.isFull(at: now) && requests.isFull(at: now)
            && storedMessages?.isFull(at: now) != false && storedFiles?.isFull(at: now) != false
    }

    /// What is told to an address from which too much of something comes.
    static func refusal(_ what: String, _ wait: UInt64) -> WireError {
        let text =
            "Too many \(what) come from your network address; try again in \(WaitingTime(milliseconds: wait).text)."
        return WireError(.addressLimited, text, retry: wait)
    }

    private static func storedRefusal(_ what: String, _ wait: UInt64) -> WireError {
        let text =
            "Your network address has stored as many \(what) as it may in a day;"
            + " try again in \(WaitingTime(milliseconds: wait).text)."
        return WireError(.addressLimited, text, retry: wait)
    }
}
