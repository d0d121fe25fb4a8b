import ChatCore
import ChatTerminal
import Foundation
import NIOConcurrencyHelpers

/// Says on standard error that no connection to the server can be made, and that there is one
/// again: a line each.
final class ConnectionReport: Sendable {
    private let transport: CommandTransport
    /// For people.
    private let server: String
    private let isTold = NIOLockedValueBox(false)

    /// - Parameter transport: the client's
    init(_ transport: CommandTransport) { (self.transport, server) = (transport, transport.address.forPeople) }

    /// Follows the connection.
    ///
    /// - Throws: ``CommandFailure`` if the client does not try again.
    func take(_ connection: Connection) throws(CommandFailure) {
        if connection.hasGivenUp, let trouble = connection.trouble { throw CommandFailure(trouble) }
        if let line = isTold.withLockedValue({ line(of: connection, isTold: &$0) }) {
            StandardError.write("martlet: \(line)\n")
        }
    }

    private func line(of connection: Connection, isTold: inout Bool) -> String? {
        if connection.phase == .connected {
            defer { isTold = false }
            return isTold ? "\(server) answers again." : nil
        }
        guard let trouble = connection.trouble, !isTold else { return nil }
        isTold = true
        if case .delayed(let error) = trouble { return "\(server) does not let you in yet: \(error.text.asCell)" }
        return transport.failure?.sentence(server).asCell ?? "\(server) does not answer; trying again."
    }
}
