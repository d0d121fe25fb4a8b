import ChatWire

/// Decides whether a connection is read further: not while ``Limits/sendsInFlight`` of its requests
/// wait for the committer, and not while its refusals pause it. Its own socket then holds it back.
package struct ReadingRule: Sendable {
    package var refusals = Refusals()
    /// Requests that were submitted and not answered.
    package private(set) var inFlight = 0

    package init() {}

    package var isReading: Bool { inFlight < Limits.sendsInFlight && !refusals.isPausing }

    package mutating func submitted() { inFlight += 1 }

    package mutating func answered() { inFlight = max(0, inFlight - 1) }
}
