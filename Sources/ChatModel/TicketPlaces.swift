/// Where each ticket's item is. Like a ``BlockList``, a change of a shared copy copies one of its
/// parts, not all.
struct TicketPlaces: Sendable {
    private(set) var parts: [[Ticket: Int]] = Array(repeating: [:], count: TicketPlaces.partCount)

    private static let partCount = 256

    subscript(ticket: Ticket) -> Int? {
        get { parts[TicketPlaces.part(of: ticket)][ticket] }
        set { parts[TicketPlaces.part(of: ticket)][ticket] = newValue }
    }

    /// Tickets are random, so their last bits divide them evenly.
    private static func part(of ticket: Ticket) -> Int { Int(truncatingIfNeeded: ticket.number) & (partCount - 1) }
}
