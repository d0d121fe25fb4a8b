// Reports, the moderation log, and the operator's filter.
extension Limits {
    /// Bytes of UTF-8 in the text of a report.
    public static let reportTextBytes = 512

    /// Reports of one message that are counted. Further ones change nothing.
    public static let reportsPerMessage: UInt64 = 100

    /// Reports of a message that moderators are shown.
    public static let reportNotes = 20

    /// Reports of one user about which nobody has decided. An open report takes up to 1 KiB of
    /// disk.
    public static let openReportsPerUser: UInt64 = 50
    /// Reports in one room about which nobody has decided.
    public static let openReportsPerRoom: UInt64 = 1_000
    /// Reports on the server about which nobody has decided.
    public static let openReports: UInt64 = 50_000

    /// Reports of one user at once, and again within ``reportsPeriod``.
    package static let reportsPerUser = 30
    /// Reports of all users of one address at once, and again within ``reportsPeriod``. 127.0.0.1
    /// and ::1 have no limit.
    package static let reportsPerAddress = 100
    /// Of those, the reports of guests. The others are for accounts.
    package static let guestReportsPerAddress = 75
    /// Seconds in which a user or an address may report as often again: an hour.
    package static let reportsPeriod = 3_600

    /// Users and addresses whose reports are remembered.
    package static let reportQuotasKept = 65_536

    /// Entries in a page of reports.
    package static let reportsPage = 50
    /// Entries in a page of a moderation log.
    package static let actionsPage = 100

    /// Reports that a client keeps until the server has them.
    package static let reportsUnderWay = 100

    /// Messages of all users of one address that are held at once, and again within ``heldPeriod``.
    /// 127.0.0.1 and ::1 have no limit.
    package static let heldPerAddress = 200
    /// Seconds in which as many messages of an address may be held again: an hour.
    package static let heldPeriod = 3_600
    /// Addresses whose held messages are remembered.
    package static let heldQuotasKept = 65_536
    /// Messages of one user that the filter list holds and no moderator has decided about.
    public static let heldPerUser: UInt64 = 20
    /// Messages of one room that wait for a moderator.
    public static let heldPerRoom: UInt64 = 1_000
    /// Messages of all rooms that wait for a moderator. One takes up to 17 KiB of disk.
    public static let heldOnServer: UInt64 = 50_000
    /// How long a decision about a held message is kept, in milliseconds: 30 days. Until then, the
    /// message is not held, or accepted, a second time.
    package static let heldKept: Int64 = 30 * 24 * 3_600 * 1_000
    /// Old decisions about held messages that are forgotten with each new one.
    package static let heldForgotten = 100
    /// Entries in a page of held messages.
    package static let heldPage = 50

    /// Bytes of the operator's filter list.
    public static let filterBytes = 262_144
    /// Entries in the operator's filter list.
    package static let filterEntries = 10_000
    /// Bytes of one entry.
    package static let filterEntryBytes = 256
    /// How often the list's file is looked at, in milliseconds.
    package static let filterInterval: Int64 = 2_000
}
