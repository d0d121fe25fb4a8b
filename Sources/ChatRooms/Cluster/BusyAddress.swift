/// An address, or an IPv6 site, that has many connections to one server. The other servers of a
/// cluster count them, so that the limit holds for all servers together.
package struct BusyAddress: Hashable, Sendable {
    package var payer: Spending.Payer
    /// How many connections are open.
    package var connections: Int

    package init(_ payer: Spending.Payer, connections: Int) {
        self.payer = payer
        self.connections = connections
    }
}
