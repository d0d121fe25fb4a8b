import CNATS
import ChatRooms
import ChatWire
import Foundation

/// Carries messages between servers over NATS (https://docs.nats.io).
///
/// The client library reconnects by itself. Messages sent without a connection are lost. The
/// library could keep this server's messages, and send them when NATS is back. But a message that
/// comes so late could end a session that began after it.
///
/// `@unchecked Sendable`: `handlers`, `connection` and `subscription` are touched only on `queue`.
/// The library's functions may be called on any thread.
public final class NATSBus: ServerBus, @unchecked Sendable {
    private struct State {
        var isEnding = false
        /// The trouble that was reported last; `nil` while messages are carried.
        var trouble: String?
        /// How often the library has said that it has connected.
        var connected = 0
        /// The number of messages that were not given to the library.
        var lost = 0
    }

    private let library: nats_library
    private let servers: [String]
    private let subject: String
    private let credentials: String?
    private let authority: String?
    private let onTrouble: @Sendable (String?) -> Void
    /// Publishing may wait for the network.
    private let queue = DispatchQueue(label: "martlet.bus")
    private let waiting = Locked(0)
    private let state = Locked(State())
    /// A ``NATSHandlers``. Never freed: the library may call it while its connection ends.
    private var handlers: UnsafeMutableRawPointer?
    private var connection: OpaquePointer?
    private var subscription: OpaquePointer?

    /// - Parameters:
    ///   - address: servers of one NATS cluster, such as `nats://one:4222,nats://two:4222`; each
    ///     may have a user and a password, or a token. With `tls://` for all of them, messages go
    ///     over TLS, and a server needs a certificate for its name in the address
    ///   - subject: the same for all servers that share a log, and for no others
    ///   - credentials: a file with the user's JWT and seed; `nil` for none
    ///   - authority: a PEM file with the certificates that TLS trusts besides the system's; `nil`
    ///     for none
    ///   - onTrouble: called on any thread with why nothing is carried, and with `nil` when
    ///     messages are carried again
    /// - Throws: ``StoreError/unusable(_:)`` without the client library, and for an address or a
    ///   file that can't be used
    public init(
        address: String, subject: String, credentials: String? = nil, authority: String? = nil,
        onTrouble: @escaping @Sendable (String?) -> Void
    ) throws(StoreError) {
        guard let library = nats_load()?.pointee else {
            throw .unusable(
                "A bus over NATS needs its C client library, version 3. Install it: apt install libnats3.4, or brew install cnats."
            )
        }
        self.library = library
        servers = address.split(separator: ",").map(String.init)
        guard NATSBus.isAddress(address) else {
            throw .unusable(
                "The address of NATS can't be read. Write nats://HOST:4222, or tls://HOST:4222 for TLS. Separate several by commas; all of them begin with nats:// or all with tls://."
            )
        }
        if let credentials, !FileManager.default.isReadableFile(atPath: credentials) {
            throw .unusable(
                "The credentials for NATS in \(credentials) can't be read: check the path and who owns the file.")
        }
        if let authority, !NATSBus.trusts(authority, library) {
            throw .unusable(
                "The certificates for NATS in \(authority) can't be used. Give a PEM file that this user can read.")
        }
        self.subject = subject
        self.credentials = credentials
        self.authority = authority
        self.onTrouble = onTrouble
    }

    /// Whether NATS' client library is installed.
    package static var hasLibrary: Bool { nats_load() != nil }

    /// Whether a text is an address of NATS servers: all with `nats://`, or all with `tls://`.
    public static func isAddress(_ text: String) -> Bool {
        let servers = text.split(separator: ",", omittingEmptySubsequences: false)
        return ["nats://", "tls://"].contains { scheme in
            servers.allSatisfy { $0.hasPrefix(scheme) && $0.count > scheme.count && !$0.contains(" ") }
        }
    }

    /// Whether TLS can take the certificates of this file.
    private static func trusts(_ authority: String, _ library: nats_library) -> Bool {
        var options: OpaquePointer?
        guard library.optionsCreate(&options) == 0, let options else { return false }
        defer { library.optionsDestroy(options) }
        return library.loadCATrustedCertificates(options, authority) == 0
    }

    private var isSecure: Bool { servers.allSatisfy { $0.hasPrefix("tls://") } }

    /// Hands a message over to the bus's queue. If ``ChatWire/Limits/busMessages`` messages wait
    /// there, it is lost.
    public func publish(_ message: [UInt8]) {
        let isTaken = waiting.withLock { waiting in
            guard waiting < Limits.busMessages else { return false }
            waiting += 1
            return true
        }
        guard isTaken else { return lose() }
        queue.async { [self] in
            waiting.withLock { $0 -= 1 }
            guard let connection, state.withLock({ $0.trouble == nil }) else { return lose() }
            let status = library.publish(connection, subject, message, Int32(clamping: message.count))
            if status != 0 { lose() }
        }
    }

    /// A message that is not sent leaves a gap in this server's numbers. The others notice the gap,
    /// and ask for this server's people.
    private func lose() { state.withLock { $0.lost += 1 } }

    /// Carries messages unless trouble was reported.
    public var condition: BusCondition {
        state.withLock { BusCondition(isCarrying: $0.trouble == nil, lost: $0.lost) }
    }

    /// Connects, and calls `receive` on a thread of the library. While NATS is away, or refuses
    /// this server, the bus tries again every second.
    public func begin(_ receive: @escaping @Sendable ([UInt8]) -> Void) {
        queue.async { [self] in
            let handlers = NATSHandlers(
                library, receive, report: { [weak self] in self?.report($0) },
                connected: { [weak self] in self?.connected() }, closed: { [weak self] in self?.closed() })
            self.handlers = Unmanaged.passRetained(handlers).toOpaque()
            open()
        }
    }

    private func open() {
        guard let handlers, !state.withLock(\.isEnding) else { return }
        let connected = state.withLock(\.connected)
        let (made, status) = connect(handlers)
        guard let made else {
            report(text(of: status))
            return openLater()
        }
        connection = made
        var subscription: OpaquePointer?
        let subscribed = library.subscribe(
            &subscription, made, subject,
            { _, _, message, context in
                if let message { NATSHandlers.from(context)?.received(message) }
            }, handlers)
        self.subscription = subscription
        // The library calls no handler for a connection that is made within the call. For a later
        // one it calls `onConnect`, which reports the end of the trouble, perhaps before this does.
        let failed = subscribed != 0 ? subscribed : status
        report(failed == 0 ? nil : text(of: failed), unlessConnectedSince: connected)
    }

    private func openLater() {
        queue.asyncAfter(deadline: .now() + .milliseconds(Int(Limits.serverTick))) { [self] in open() }
    }

    /// The library has given the connection up for good: NATS has refused this server twice. A new
    /// connection reads the credentials again.
    private func closed() {
        queue.async { [self] in
            guard let connection, !state.withLock(\.isEnding) else { return }
            var reason: UnsafePointer<CChar>?
            if library.getLastError(connection, &reason) != 0, let reason {
                report("NATS refuses this server: \(String(cString: reason))", isReason: true)
            }
            release()
            openLater()
        }
    }

    /// Frees the connection and its subscription.
    private func release() {
        if let subscription { library.subscriptionDestroy(subscription) }
        if let connection { library.destroy(connection) }
        (connection, subscription) = (nil, nil)
    }

    /// Reports trouble once, and its end.
    ///
    /// - Parameters:
    ///   - isReason: whether the text says why. Then it is also reported after trouble without a
    ///     reason.
    ///   - count: ``State/connected`` when the trouble began. If the library has connected since,
    ///     the trouble is over, and not reported.
    private func report(_ trouble: String?, isReason: Bool = false, unlessConnectedSince count: Int? = nil) {
        let isNew = state.withLock { state in
            guard !state.isEnding, trouble != state.trouble else { return false }
            guard trouble == nil || count == nil || count == state.connected else { return false }
            guard trouble == nil || state.trouble == nil || isReason else { return false }
            state.trouble = trouble
            return true
        }
        if isNew { onTrouble(trouble) }
    }

    /// The library has connected, after trouble.
    private func connected() {
        state.withLock { $0.connected += 1 }
        report(nil)
    }

    private func connect(_ handlers: UnsafeMutableRawPointer) -> (connection: OpaquePointer?, nats_status) {
        var options: OpaquePointer?
        let created = library.optionsCreate(&options)
        guard created == 0, let options else { return (nil, created) }
        defer { library.optionsDestroy(options) }
        let onConnect: nats_connection_handler = { _, context in NATSHandlers.from(context)?.connected() }
        let onLoss: nats_connection_handler = { _, context in
            NATSHandlers.from(context)?.report("The connection to NATS was lost")
        }
        let onClose: nats_connection_handler = { _, context in
            NATSHandlers.from(context)?.closed()
        }
        let texts = servers.compactMap { strdup($0) }
        defer { for text in texts { free(text) } }
        var addresses = texts.map { UnsafePointer($0) }
        var steps = [
            library.setServers(options, &addresses, Int32(clamping: addresses.count)),
            library.setName(options, "martlet"), library.setNoEcho(options, true),
            library.setMaxReconnect(options, -1), library.setReconnectWait(options, Limits.serverTick),
            // By default the library pings every two minutes. A network that was cut reports no
            // error, so only an unanswered ping shows it.
            library.setPingInterval(options, Limits.serverTick), library.setMaxPingsOut(options, Limits.busPings),
            library.setWriteDeadline(options, Limits.serverTick),
            library.setRetryOnFailedConnect(options, true, onConnect, handlers),
            library.setDisconnectedCB(options, onLoss, handlers),
            library.setReconnectedCB(options, onConnect, handlers),
            library.setClosedCB(options, onClose, handlers),
        ]
        // With the scheme alone, the library also accepts a server without TLS.
        if isSecure { steps.append(library.setSecure(options, true)) }
        if let authority { steps.append(library.loadCATrustedCertificates(options, authority)) }
        if let credentials { steps.append(library.setUserCredentialsFromFiles(options, credentials, nil)) }
        if let failed = steps.first(where: { $0 != 0 }) { return (nil, failed) }
        var connection: OpaquePointer?
        let status = library.connect(&connection, options)
        return (connection, status)
    }

    /// Sends what waits, and closes the connection.
    public func end() async {
        state.withLock { $0.isEnding = true }
        await withCheckedContinuation { done in
            queue.async { [self] in
                if let connection {
                    _ = library.flushTimeout(connection, Limits.serverTick)
                    library.close(connection)
                }
                release()
                done.resume()
            }
        }
    }

    private func text(of status: nats_status) -> String {
        let reason = library.getText(status).map { String(cString: $0) } ?? "\(status)"
        return "NATS can't be used: \(reason). Check the address in --bus, and the network"
    }
}

/// The functions that the library calls.
private final class NATSHandlers: Sendable {
    private let library: nats_library
    private let receive: @Sendable ([UInt8]) -> Void
    let report: @Sendable (String?) -> Void
    let connected: @Sendable () -> Void
    let closed: @Sendable () -> Void

    init(
        _ library: nats_library, _ receive: @escaping @Sendable ([UInt8]) -> Void,
        report: @escaping @Sendable (String?) -> Void, connected: @escaping @Sendable () -> Void,
        closed: @escaping @Sendable () -> Void
    ) {
        self.library = library
        self.receive = receive
        self.report = report
        self.connected = connected
        self.closed = closed
    }

    static func from(_ context: UnsafeMutableRawPointer?) -> NATSHandlers? {
        context.map { Unmanaged<NATSHandlers>.fromOpaque($0).takeUnretainedValue() }
    }

    func received(_ message: OpaquePointer) {
        defer { library.messageDestroy(message) }
        let count = Int(library.getDataLength(message))
        guard let bytes = library.getData(message), (1...Limits.busMessageBytes).contains(count) else { return }
        receive(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
    }
}
