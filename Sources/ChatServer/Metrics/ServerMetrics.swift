import ChatRooms
import ChatWire
import Metrics
import NIOConcurrencyHelpers

/// What the server measures, as handles of swift-metrics. Any thread may use them.
///
/// They report to the page at `/metrics`, and to the metrics system that the program around the
/// server has bootstrapped, if there is one.
struct ServerMetrics: Sendable {
    /// The page at `/metrics`.
    let page = PrometheusFactory()

    let turnedAway: Counter
    let acceptFailures: Counter
    let messages: Counter
    let expired: Counter
    let commitMessages: Recorder
    let commitTime: Timer
    let deliveries: Counter
    let deliveryTime: Timer
    let slowReaderCuts: Counter
    let refusalCuts: Counter
    let uploads: Counter
    let uploadedBytes: Counter
    let downloads: Counter
    let filesRemoved: Counter
    let storageFailures: Counter
    let missed: Counter
    let ignored: Counter
    private let eventsOfOthers: Counter
    private let lag: Timer
    private let busLost: Counter
    private let readWaits: Counter
    private let connections: [(spoken: ChatProtocol, count: Meter)]
    private let connectionLimit: Meter
    private let commitRunning: Meter
    private let damagedRows: Meter
    private let readOnly: Meter
    private let diskFree: Meter
    private let otherServers: Meter
    private let spent: [Spending.Limit: Counter]
    /// What has no value on some servers. Made with the first value: other metrics systems show
    /// each gauge from the start.
    private let optional = NIOLockedValueBox<[Metric: Meter]>([:])
    /// How much ``busLost`` and ``readWaits`` have counted so far.
    private let counted = NIOLockedValueBox((busLost: 0, readWaits: 0))
    private let errors = NIOLockedValueBox<[UInt16: Counter]>([:])
    private let factory: any MetricsFactory

    /// - Parameter program: the metrics system of the program, as it is when the server starts
    init(_ program: any MetricsFactory = MetricsSystem.factory) {
        let factory: any MetricsFactory =
            program is NOOPMetricsHandler ? page : MultiplexMetricsHandler(factories: [page, program])
        self.factory = factory
        func counter(_ metric: Metric) -> Counter { Counter(label: metric.rawValue, factory: factory) }
        func meter(_ metric: Metric) -> Meter { Meter(label: metric.rawValue, factory: factory) }
        func timer(_ metric: Metric) -> Timer { Timer(label: metric.rawValue, factory: factory) }
        turnedAway = counter(.turnedAway)
        acceptFailures = counter(.acceptFailures)
        messages = counter(.messages)
        expired = counter(.expired)
        commitMessages = Recorder(label: Metric.commitMessages.rawValue, factory: factory)
        commitTime = timer(.commitSeconds)
        deliveries = counter(.deliveries)
        deliveryTime = timer(.deliverySeconds)
        slowReaderCuts = counter(.slowReaderCuts)
        refusalCuts = counter(.refusalCuts)
        uploads = counter(.uploads)
        uploadedBytes = counter(.uploadedBytes)
        downloads = counter(.downloads)
        filesRemoved = counter(.filesRemoved)
        storageFailures = counter(.storageFailures)
        eventsOfOthers = counter(.eventsOfOthers)
        missed = counter(.missed)
        ignored = counter(.ignored)
        lag = timer(.lag)
        busLost = counter(.busLost)
        readWaits = counter(.readWaits)
        spent = Dictionary(
            uniqueKeysWithValues: Spending.Limit.allCases.map { limit in
                let name = Metric.spentElsewhere.rawValue
                return (limit, Counter(label: name, dimensions: [("limit", limit.rawValue)], factory: factory))
            })
        connections = [ChatProtocol.v1, .swiftChat, .lines].map { spoken in
            let name = Metric.connections.rawValue
            return (spoken, Meter(label: name, dimensions: [("protocol", spoken.rawValue)], factory: factory))
        }
        connectionLimit = meter(.connectionLimit)
        commitRunning = meter(.commitRunning)
        damagedRows = meter(.damagedRows)
        readOnly = meter(.readOnly)
        diskFree = meter(.diskFree)
        otherServers = meter(.otherServers)
        meter(.startTime).set(Double(SystemClock.milliseconds()) / 1_000)
        // Alerts see an increase only from a sample on that was there before.
        for code in Self.watched { _ = refusals(with: code) }
    }

    /// The refusals that concern an operator. They are on the page before the first of them.
    private static let watched: [WireError.Code] = [
        .roomsFull, .rateLimited, .overloaded, .storageFailed, .tooManyConnections, .noSpace, .addressLimited,
    ]

    /// A request was refused.
    func count(_ error: WireError) { refusals(with: error.code).increment() }

    private func refusals(with code: WireError.Code) -> Counter {
        errors.withLockedValue { errors in
            if let known = errors[code.rawValue] { return known }
            let new = Counter(
                label: Metric.errors.rawValue, dimensions: [("code", "\(code.rawValue)")], factory: factory)
            errors[code.rawValue] = new
            return new
        }
    }

    /// Another server has told of a spending.
    func count(_ spending: Spending) { spent[spending.limit]?.increment(by: spending.count) }

    /// Events of other servers were read from the log.
    ///
    /// - Parameters:
    ///   - times: when they were accepted, in milliseconds since 1970-01-01 UTC
    ///   - now: the time now, in the same unit
    func tookFromOthers(_ times: some Collection<Int64>, at now: Int64) {
        eventsOfOthers.increment(by: times.count)
        for time in times {
            // The clock of another server may be ahead, and a damaged event may have any time.
            let (age, isOutOfRange) = now.subtractingReportingOverflow(time)
            if !isOutOfRange { lag.recordMilliseconds(max(0, age)) }
        }
    }

    /// The store appended a batch.
    func committed(newEvents: Int, appended: Int, nanoseconds: Int64) {
        messages.increment(by: appended)
        commitMessages.record(newEvents)
        commitTime.recordNanoseconds(nanoseconds)
    }

    /// Sets the gauges. Called every second, and before the page is shown.
    func observe(_ server: ServerContext) {
        let audience = server.fanout.audience
        for (spoken, count) in connections { count.set(max(0, audience[spoken])) }
        connectionLimit.set(server.connections.limit)
        let condition = server.committer.storeCondition
        commitRunning.set(Double(server.committer.runningCommit) / 1_000)
        damagedRows.set(condition.damagedRows)
        readOnly.set(server.committer.isReadOnly ? 1 : 0)
        otherServers.set(server.cluster?.othersCount ?? 0)
        if let free = condition.freeBytes { diskFree.set(Int64(clamping: free)) }
        if let end = server.tls?.certificateEnd() { set(.certificateEnd, end) }
        let bus = server.cluster?.busCondition
        if let bus { set(.busCarries, bus.isCarrying ? 1 : 0) }
        count(busLost: bus?.lost ?? 0, readWaits: condition.readWaits)
    }

    private func set(_ metric: Metric, _ value: Int64) {
        optional.withLockedValue { known in
            let meter = known[metric] ?? Meter(label: metric.rawValue, factory: factory)
            known[metric] = meter
            meter.set(value)
        }
    }

    /// Counts what is new in two totals since the start.
    private func count(busLost lost: Int, readWaits waits: Int) {
        counted.withLockedValue { counted in
            // Two threads may read the totals in one order, and get here in the other.
            busLost.increment(by: max(0, lost - counted.busLost))
            readWaits.increment(by: max(0, waits - counted.readWaits))
            counted = (max(lost, counted.busLost), max(waits, counted.readWaits))
        }
    }
}
