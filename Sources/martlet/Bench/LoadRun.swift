import ChatCore
import ChatCoreNIO
import ChatCoreTLS
import ChatNIO
import ChatWire
import NIOCore
import NIOPosix

/// One load on one server, from the first connection to the last reply. One thread does everything.
struct LoadRun: Sendable {
    let plan: LoadPlan
    let address: ServerAddress
    /// `nil` for plain WebSockets.
    let security: ConnectionSecurity?
    let pid: Int?
    let progress: Progress

    /// - Throws: ``LoadError``
    func run() async throws -> LoadReport {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            let report = try await run(on: group.next())
            try? await group.shutdownGracefully()
            return report
        } catch {
            try? await group.shutdownGracefully()
            throw error
        }
    }

    private func run(on loop: any EventLoop) async throws -> LoadReport {
        let before = CPUReading(pid: pid)
        let generator = try await loop.submit {
            NIOLoopBound(
                LoadGenerator(plan: plan, run: .random(in: 0...UInt32.max), pid: pid, loop: loop), eventLoop: loop)
        }.get()
        let start = ContinuousClock.now
        try await connect(generator)
        let connecting = ContinuousClock.now - start
        // SwiftChat members are not told when they have joined. Also, presence notices should be
        // delivered before measuring.
        try await Task.sleep(for: .milliseconds(300))
        let connected = CPUReading(pid: pid)
        try await load(generator)
        let report = try await loop.submit {
            let generator = generator.value
            return LoadReport(
                plan: plan, address: address, tally: generator.tally,
                ramp: .init(seconds: connecting / .seconds(1), before: before, after: connected),
                from: generator.use.from, until: generator.use.until)
        }.get()
        try await loop.submit { generator.value.close() }.get()
        return report
    }

    /// Opens all connections, some at a time, and waits until each has joined.
    private func connect(_ generator: NIOLoopBound<LoadGenerator>) async throws {
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for index in 0..<plan.connections {
                if index >= Limits.benchConnecting { try await tasks.next() }
                progress.show("Connecting", index, of: plan.connections)
                tasks.addTask { try await connect(generator, index) }
            }
            try await tasks.waitForAll()
        }
        progress.end("Connected \(plan.connections) of \(plan.connections)")
    }

    private func connect(_ generator: NIOLoopBound<LoadGenerator>, _ index: Int) async throws {
        let loop = generator.eventLoop
        let connection = try await loop.submit {
            NIOLoopBound(generator.value.makeConnection(index), eventLoop: loop)
        }.get()
        do {
            try await WebSocketClient.connect(
                host: address.host, port: address.port, path: plan.door == .v1 ? "/v1" : "/chat", on: loop,
                prepare: preparation,
                endpoint: { connection.value })
            try await loop.flatSubmit { connection.value.ready.futureResult }.get()
        } catch {
            loop.execute { connection.value.ready.fail(error) }
            throw reason(error, index)
        }
    }

    /// Adds TLS to a connection, if the address requires it.
    private var preparation: (@Sendable (any Channel) throws -> Void)? {
        guard let security else { return nil }
        let host = address.host
        return { channel in try security.secure(channel, host) }
    }

    private func reason(_ error: any Error, _ index: Int) -> LoadError {
        if let reason = UntrustedServer(error, host: address.host) { return .untrusted(reason) }
        switch error {
        case let error as LoadError: return error
        case let error as WireError: return .refused(error)
        case let error as IOError where error.errnoCode == EMFILE: return .noFiles(index)
        case let error as IOError where error.errnoCode == EADDRNOTAVAIL: return .noPorts(index)
        case let error as NIOConnectionError:
            let last = error.connectionErrors.last?.error as? IOError
            if last?.errnoCode == EADDRNOTAVAIL { return .noPorts(index) }
            if last?.errnoCode == EMFILE { return .noFiles(index) }
            return .unreachable(address, last.map { String(cString: strerror($0.errnoCode)) } ?? "no such host")
        default: return .unreachable(address, "\(error)")
        }
    }

    private func load(_ generator: NIOLoopBound<LoadGenerator>) async throws {
        let loop = generator.eventLoop
        let finished = try await loop.submit {
            generator.value.start()
            return generator.value.finished.futureResult
        }.get()
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await finished.get() }
            tasks.addTask { try await watch(generator) }
            try await tasks.next()
            tasks.cancelAll()
        }
        progress.end("Done")
    }

    /// Shows the progress until it is cancelled.
    private func watch(_ generator: NIOLoopBound<LoadGenerator>) async throws {
        let start = ContinuousClock.now
        while true {
            try await Task.sleep(for: .milliseconds(200))
            switch plan.extent {
            case .seconds(let seconds):
                let passed = (ContinuousClock.now - start) / .seconds(1)
                progress.show(
                    "Measuring", min(Int(exactly: passed.rounded()) ?? 0, seconds + plan.warmup),
                    of: seconds + plan.warmup)
            case .messages(let messages):
                let sent = try await generator.eventLoop.submit { generator.value.tally.measured.sent }.get()
                progress.show("Measuring", sent, of: messages)
            }
        }
    }
}
