import ArgumentParser
import ChatRooms
import ChatS3
import ChatSQL
import ChatSQLite
import ChatServer
import ChatServerTLS
import ChatTokens
import ChatWire
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

@available(macOS 15, *)
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Start the server: the page, WebSockets, and lines for nc, all in one.",
        usage: "martlet serve [--config FILE] [--OPTION VALUE] …", discussion: OptionText.help, helpNames: [])

    /// Read by `ServeArguments`: the argument parser does not know the table of options.
    @Argument(parsing: .captureForPassthrough, help: .hidden) var arguments: [String] = []

    func validate() throws {
        let arguments = try ServeArguments(arguments)
        if arguments.wantsHelp { throw CleanExit.helpRequest(self) }
        if arguments.wantsVersion { throw CleanExit.message(ServerVersion.number) }
    }

    func run() async throws {
        let arguments = try ServeArguments(arguments)
        let reader = await SettingsReader(arguments, environment: ProcessInfo.processInfo.environment)
        let settings = reader.settings
        if arguments.printsConfiguration, reader.faults.isEmpty {
            print(OptionText.configuration(settings, reader.sources), terminator: "")
        }
        if arguments.checks { await check(reader) }
        if !reader.faults.isEmpty { refuse(reader.faults) }
        if arguments.printsConfiguration { return }
        LoggingSystem.bootstrap(settings.logFormat.handler)
        for warning in reader.warnings { Logger(label: "martlet").warning("\(warning)") }
        do {
            try await serve(settings)
        } catch let error as StartError {
            fail(error.description, settings.logFormat)
        } catch let error as StoreError {
            let place = settings.store == nil ? "the disk" : "PostgreSQL"
            fail(
                "The server stopped because its store failed: \(error) What was acknowledged is on disk; check \(place) and start again.",
                settings.logFormat)
        }
    }

    /// Ends the command: with status 1, as a start that is refused, if there is anything that would
    /// keep the server from starting.
    private func check(_ reader: SettingsReader) async -> Never {
        var (faults, warnings) = (reader.faults.map(sentence), reader.warnings)
        if faults.isEmpty {
            let found = await ServeCheck(settings: reader.settings).run()
            faults = found.faults
            warnings += found.warnings
        } else {
            // Without the values that can't be read, it would find what is no fault.
            warnings.append(
                "Files, folders and addresses were not looked at yet: correct this first, then check again.")
        }
        for fault in faults { say(fault) }
        for warning in warnings { say("Warning: \(warning)") }
        guard faults.isEmpty else { Foundation.exit(1) }
        print("The server can start with this configuration, as far as can be seen without its ports and its database.")
        Foundation.exit(0)
    }

    /// Ends the command with what the settings are refused for.
    private func refuse(_ faults: [any Error]) -> Never {
        // A mistake on the command line or in a variable is followed by the usage.
        if let fault = faults.first as? ValidationError { Self.exit(withError: fault) }
        for fault in faults { say(sentence(fault)) }
        Foundation.exit(1)
    }

    private func sentence(_ fault: any Error) -> String { (fault as? ValidationError)?.message ?? "\(fault)" }

    private func say(_ sentence: String) { StandardError.write("martlet: \(sentence)\n") }

    private static let notification = ServiceNotification(environment: ProcessInfo.processInfo.environment)

    private func serve(_ settings: ServeSettings) async throws {
        if let contradiction = settings.contradictions.first { throw contradiction }
        var logger = Logger(label: "martlet")
        logger.logLevel = settings.logLevel
        var security = Logger(label: MartletServer.securityLabel)
        security.logLevel = settings.securityLogLevel
        OpenFiles.raiseLimit()
        // Only the server's user may read the files that the server creates.
        umask(0o077)
        let tls = try settings.tls(logger)
        let previews = settings.previews()
        var directory = try DataDirectory(settings.data)
        // A server that stands by must find out now whether it can use the bucket, and not when it
        // takes over.
        if settings.standsBy, case .bucket(let address) = settings.files {
            try await FileBucket(paths: directory.paths).check(address, logger)
        }
        let store = try await settings.open(&directory, security: tls?.security, logger) {
            Self.notification.send(.standingBy)
        }
        var configuration = settings.server
        if let loss = store.continuityLoss {
            logger.warning("\(loss.sentence(isInSQLite: settings.store == nil)) Clients will read it from the start.")
        }
        // A log with nothing in it may be a new one in the place of another. Objects can't be moved
        // aside.
        let isInBucket = if case .bucket = settings.files { true } else { false }
        if try store.mayLackEvents || (!isInBucket && store.eventsAtOpening == 0 && store.filePlaces().isEmpty) {
            configuration.unknownFiles = { [paths = directory.paths] in try paths.makeReplacedFolder() }
        }
        configuration.security = tls?.security
        configuration.controlSocket = directory.paths.controlSocket
        if store.eventsAtOpening > 0, directory.lacksTokenKey {
            logger.warning(
                "The key of guests' tokens was missing in \(directory.path), and a new one was made: every guest is somebody else from now on. To avoid that, stop the server, put token.key back from a backup, and start again."
            )
        }
        let (authenticator, guests) = try directory.users(settings.guests, settings.registration)
        let bucket = try await useFiles(
            settings.files, of: directory.paths, owner: guests.keyBytes, &configuration, logger)
        if settings.isCluster {
            configuration.bus = try settings.makeBus(guests, logger)
            configuration.fileAddressKey = guests.derivedKey(for: "addresses of files")
        }
        let accounts = authenticator as? Accounts
        let tokens = try await settings.tokens(authenticator, logger)
        let server = MartletServer(
            configuration: configuration, store: store, authenticator: tokens ?? authenticator, accounts: accounts,
            previews: previews, logger: logger, securityLogger: security,
            onReady: { [data = directory.path] addresses in
                let isNamed = !settings.server.allowedOrigins.isEmpty
                Greeting(
                    addresses: addresses, isLoopback: settings.server.listensOnLoopback, isNamed: isNamed,
                    data: data, store: store, erasing: settings.erasing,
                    invite: settings.registration == .off ? nil : try? await accounts?.inviteForAdministrator()
                ).print()
                Self.notification.send(settings.standsBy ? .serving : .ready)
            })
        try await run(server, tls, tokens, logger)
        await accounts?.end()
        // Before what may take seconds: a server that stands by waits for the store.
        try store.close()
        await bucket?.shutdown()
        await tokens?.end()
        await previews?.end()
    }

    /// Sets in `configuration` where files are kept.
    ///
    /// - Parameter owner: bytes that tell this server's files from another's
    /// - Returns: the bucket, if files are in one
    private func useFiles(
        _ files: FileStorageChoice, of paths: DataPaths, owner: [UInt8],
        _ configuration: inout MartletServer.Configuration, _ logger: Logger
    ) async throws(StartError) -> S3Bucket? {
        let fileBucket = FileBucket(paths: paths)
        switch files {
        case .off:
            configuration.formerFiles = paths.files
            if let address = try fileBucket.address() {
                logger.warning(
                    "Files of deleted messages stay in \(address) until the server is started with this address as --files."
                )
            }
            return nil
        case .folder:
            if let address = try fileBucket.address() { throw fileBucket.refusal(of: address) }
            configuration.files = paths.files
            return nil
        case .bucket(let address):
            configuration.files = paths.files
            let bucket = try await fileBucket.open(address, owner: owner, logger)
            configuration.objects = bucket
            return bucket
        }
    }

    /// The first SIGTERM or SIGINT lets the server finish its work, for at most
    /// ``Limits/stopDeadline``; a second one ends it at once. SIGHUP reads the certificate and the
    /// keys of tokens again. From a terminal that was closed it ends the server, too.
    private func run(
        _ server: MartletServer, _ tls: ServerTLS?, _ tokens: SignedTokens?, _ logger: Logger
    ) async throws {
        var services = [
            ServiceGroupConfiguration.ServiceConfiguration(
                service: server, successTerminationBehavior: .gracefullyShutdownGroup)
        ]
        if let tls { services.insert(.init(service: tls), at: 0) }
        let group = ServiceGroup(configuration: .init(services: services, logger: quiet(logger)))
        let hasTerminal = isatty(STDIN_FILENO) == 1
        let signals = await UnixSignalsSequence(trapping: [.sigterm, .sigint, .sighup])
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                var asked = false
                for await signal in signals {
                    if signal == .sighup, !(hasTerminal && tcgetpgrp(STDIN_FILENO) < 0) {
                        tls?.reload()
                        // Not awaited: a fetch takes seconds, and SIGTERM does not wait for it.
                        Task { await tokens?.reload() }
                        continue
                    }
                    if asked { Foundation.exit(128 + signal.rawValue) }
                    asked = true
                    Self.notification.send(.stopping)
                    endAfterDeadline(logger)
                    await group.triggerGracefulShutdown()
                }
            }
            try await group.run()
            tasks.cancelAll()
        }
    }

    /// Ends the process if the server has not stopped: a disk or a database that hangs would hold
    /// it for ever.
    private func endAfterDeadline(_ logger: Logger) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(Limits.stopDeadline))) {
            logger.critical(
                "The server did not stop within \(Limits.stopDeadline / 1_000) s. It still waits for its store or for connections. It ends now. What was acknowledged is on disk."
            )
            Foundation.exit(1)
        }
    }

    private func quiet(_ logger: Logger) -> Logger {
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .error)
        return quiet
    }

    /// Prints the sentence in the log's format: as text, or as a JSON entry.
    private func fail(_ sentence: String, _ format: LogFormat) -> Never {
        switch format {
        case .text: say(sentence)
        case .json: Logger(label: "martlet").critical("\(sentence)")
        }
        Foundation.exit(1)
    }
}

extension ContinuityLoss {
    fileprivate func sentence(isInSQLite: Bool) -> String {
        let counts = written.map { "it has \(events) messages, and \($0) were written" }
        if isInSQLite, isSameDatabase, let counts {
            return
                "The database has lost its newest messages: \(counts) (was the file martlet.db-wal beside it removed?)."
        }
        return
            "The database is not the one that was served last\(counts.map { ": \($0)" } ?? "") (was a backup restored?)."
    }
}
