import ChatNIO
import ChatWire
import NIOCore

/// A running load. All its connections are on one event loop, and everything here belongs to it.
final class LoadGenerator {
    let plan: LoadPlan
    let run: UInt32
    let recognition: Recognition
    let finished: EventLoopPromise<Void>
    private(set) var tally = Tally()
    /// CPU used when the measuring began and when it ended.
    private(set) var use: (from: CPUReading, until: CPUReading)

    private let loop: any EventLoop
    private let pid: Int?
    private var connections: [LoadConnection] = []
    private var members: [RoomName: Int] = [:]
    private var padding: [UInt8]
    private var writer = JSONWriter(capacity: 1_024)
    private var schedule: SendSchedule?
    private var nextSender = 0
    private var messagesLeft = Int.max
    private var isSending = false
    private var isRunning = false
    private var opened = 0

    init(plan: LoadPlan, run: UInt32, pid: Int?, loop: any EventLoop) {
        self.plan = plan
        self.run = run
        self.pid = pid
        self.loop = loop
        recognition = Recognition(door: plan.door, run: run, textBytes: plan.textBytes)
        finished = loop.makePromise()
        padding = Array(repeating: UInt8(ascii: "."), count: plan.textBytes)
        let now = CPUReading(pid: pid)
        use = (now, now)
    }

    /// Makes a connection; its `ready` completes when it has joined.
    func makeConnection(_ index: Int) -> LoadConnection {
        let name = "bench-\(String(run, radix: 16))-\(index % plan.rooms)"
        let room = plan.door == .v1 ? RoomName(name) ?? .lobby : .lobby
        let connection = LoadConnection(index: index, room: room, ready: loop.makePromise(), generator: self)
        connections.append(connection)
        members[room, default: 0] += 1
        return connection
    }

    // The phases of a load.

    /// Begins to send; `finished` completes when everything was answered.
    func start() {
        // Connections were made in any order.
        connections.sort { $0.index < $1.index }
        opened = connections.count
        isRunning = true
        isSending = true
        let now = NIODeadline.now()
        let from = now + .seconds(Int64(plan.warmup))
        if plan.warmup == 0 {
            measure(from)
        } else {
            loop.assumeIsolated().scheduleTask(deadline: from) { self.measure(.now()) }
        }
        switch plan.pace {
        case .window(let window):
            for sender in connections.prefix(plan.senders) {
                for _ in 0..<window { sendNow(sender, now.uptimeNanoseconds) }
                sender.flush()
            }
        case .rate(let rate):
            schedule = SendSchedule(rate: rate, start: now.uptimeNanoseconds)
            if plan.senders > 0 { sendDue() }
        }
    }

    private func measure(_ from: NIODeadline) {
        use.from = CPUReading(pid: pid)
        tally.from = from.uptimeNanoseconds
        switch plan.extent {
        case .seconds(let seconds):
            let until = from + .seconds(Int64(seconds))
            tally.until = until.uptimeNanoseconds
            loop.assumeIsolated().scheduleTask(deadline: until) { self.stopSending() }
        case .messages(let messages):
            messagesLeft = messages
            loop.assumeIsolated().scheduleTask(in: .seconds(Int64(Limits.benchSeconds))) { self.stopSending() }
        }
    }

    private func stopSending() {
        guard isSending else { return }
        isSending = false
        if plan.extent.isTimed { use.until = CPUReading(pid: pid) }
        drain(until: .now() + .milliseconds(Limits.closeDeadline))
    }

    /// Waits for outstanding replies and deliveries, but no longer than `deadline`.
    private func drain(until deadline: NIODeadline) {
        let inFlight = connections.prefix(plan.senders).reduce(0) { $0 + $1.inFlight }
        let isDone = inFlight == 0 && tally.all.delivered >= tally.all.expected
        guard isDone || NIODeadline.now() >= deadline else {
            loop.assumeIsolated().scheduleTask(in: .milliseconds(5)) { self.drain(until: deadline) }
            return
        }
        if !plan.extent.isTimed {
            use.until = CPUReading(pid: pid)
            tally.until = NIODeadline.now().uptimeNanoseconds
        }
        isRunning = false
        finished.succeed()
    }

    func give(up error: LoadError) {
        guard isRunning else { return }
        isRunning = false
        isSending = false
        finished.fail(error)
    }

    /// Closes all open connections.
    func close() {
        isRunning = false
        for connection in connections { connection.socket?.close(.normal, "done") }
    }

    // Sending.

    private func sendNow(_ sender: LoadConnection, _ due: UInt64) {
        guard isSending, sender.canSend else { return }
        guard messagesLeft > 0 else { return stopSending() }
        if tally.from <= due { messagesLeft -= 1 }
        sender.send(due: due)
    }

    /// Sends what is due now, each message from the next sender that may send.
    private func sendDue() {
        guard isSending, var schedule else { return }
        let now = NIODeadline.now().uptimeNanoseconds
        // Windows are bounded: a message that no sender may send now waits, and its wait counts.
        while let sender = freeSender(), let due = schedule.take(at: now) {
            sendNow(sender, due)
            sender.flush()
        }
        self.schedule = schedule
        let next = max(schedule.next, now + 1_000_000 / 4)
        loop.assumeIsolated().scheduleTask(deadline: .uptimeNanoseconds(next)) { self.sendDue() }
    }

    private func freeSender() -> LoadConnection? {
        for _ in 0..<plan.senders {
            let sender = connections[nextSender % plan.senders]
            nextSender = (nextSender + 1) % plan.senders
            if sender.canSend { return sender }
        }
        return nil
    }

    func text(_ marker: Marker) -> String {
        marker.write(over: &padding)
        return String(decoding: padding, as: UTF8.self)
    }

    func written(_ write: (inout JSONWriter) -> Void) -> ByteBuffer {
        writer.removeAll()
        write(&writer)
        return writer.withBytes { ByteBuffer(bytes: $0) }
    }

    // Events.

    func sent(_ sender: LoadConnection, due: UInt64) { tally.sent(due: due) }

    func delivered(_ marker: Marker, at now: UInt64) {
        if marker.run == run { tally.delivered(due: marker.due, at: now) }
    }

    func acknowledged(_ sender: LoadConnection, due: UInt64, at now: UInt64) {
        tally.acknowledged(due: due, at: now, members: members[sender.room] ?? 0)
        if case .window = plan.pace { sendNow(sender, now) }
    }

    func refused(_ sender: LoadConnection, _ code: WireError.Code, wasSend: Bool) {
        tally.failed("\(code.rawValue)")
        guard wasSend else { return }
        tally.refused()
        if code == .rateLimited { return give(up: .rateLimited) }
        guard case .window = plan.pace else { return }
        loop.assumeIsolated().scheduleTask(in: .milliseconds(100)) {
            self.sendNow(sender, NIODeadline.now().uptimeNanoseconds)
            sender.flush()
        }
    }

    func failed(_ what: String) { tally.failed(what) }

    func closed(_ connection: LoadConnection, _ code: CloseCode?) {
        guard isRunning else { return }
        tally.failed(code.map { "closed \($0.number)" } ?? "connection lost")
        opened -= 1
        if opened == 0 { give(up: .serverGone(code?.number)) }
    }
}

/// CPU used up to a moment: by the generator, and by the server where its process is known.
struct CPUReading: Sendable {
    let own: Double
    let server: ProcessUse?

    init(pid: Int?) {
        own = ProcessUse.own()
        server = pid.flatMap { ProcessUse(pid: $0) }
    }
}

extension LoadPlan {
    var windowCapacity: Int {
        switch pace {
        case .window(let window): window
        case .rate: Limits.sendsInFlight
        }
    }
}

@available(*, unavailable)
extension LoadGenerator: Sendable {}
