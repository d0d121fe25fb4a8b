import ChatServer
import ChatServerTLS
import ChatTokens
import ChatWire
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// Runs a server until a signal ends it.
///
/// The first SIGTERM or SIGINT lets the server finish its work, for at most
/// ``Limits/stopDeadline``; a second one ends it at once. SIGHUP reads the certificate and the keys
/// of tokens again. From a terminal that was closed it ends the server, too.
@available(macOS 15, *)
struct ServerRun {
    let server: MartletServer
    let tls: ServerTLS?
    let tokens: SignedTokens?
    let logger: Logger

    /// - Parameter onStopping: called when a signal asks the server to stop
    func run(onStopping: @escaping @Sendable () -> Void) async throws {
        var services = [
            ServiceGroupConfiguration.ServiceConfiguration(
                service: server, successTerminationBehavior: .gracefullyShutdownGroup)
        ]
        if let tls { services.insert(.init(service: tls), at: 0) }
        let group = ServiceGroup(configuration: .init(services: services, logger: quiet))
        let signals = await UnixSignalsSequence(trapping: [.sigterm, .sigint, .sighup])
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await obey(signals, group, onStopping) }
            try await group.run()
            tasks.cancelAll()
        }
    }

    private func obey(_ signals: UnixSignalsSequence, _ group: ServiceGroup, _ onStopping: () -> Void) async {
        let hasTerminal = isatty(STDIN_FILENO) == 1
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
            onStopping()
            endAfterDeadline()
            await group.triggerGracefulShutdown()
        }
    }

    /// Ends the process if the server has not stopped: a disk or a database that hangs would hold
    /// it for ever.
    private func endAfterDeadline() {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(Limits.stopDeadline))) {
            logger.critical(
                "The server did not stop within \(Limits.stopDeadline / 1_000) s. It still waits for its store or for connections. It ends now. What was acknowledged is on disk."
            )
            Foundation.exit(1)
        }
    }

    private var quiet: Logger {
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .error)
        return quiet
    }
}
