extension Ticket {
    /// A ticket for a new command: 64 random bits.
    package static func random() -> Ticket { Ticket(UInt64.random(in: .min ... .max)) }
}
