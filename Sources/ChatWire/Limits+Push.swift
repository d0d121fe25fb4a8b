extension Limits {
    /// Bytes of a push's own part as JSON. Apple's service takes 4 KiB for the whole push.
    public static let pushPayloadBytes = 4_096
    /// Bytes of the title, and of the text, that a push has itself. Longer ones are not used.
    public static let pushTextBytes = 1_024
    /// Bytes of a device token. Apple's have 32 today, and may get longer.
    public static let deviceTokenBytes = 256
    /// Registrations that the push service has not been told to forget yet. More make the oldest
    /// ones stay there until the system reports the device's token as ended.
    package static let pushWithdrawals = 32
    /// Tries in a row that the push service does not answer. Then the app waits until it is in
    /// front again, or runs in the background.
    package static let pushTries = 8
    /// Milliseconds after which a registration is told again: 30 days.
    package static let pushRenewal: Int64 = 2_592_000_000
    /// Bytes of the file with the registrations.
    package static let pushFileBytes = 65_536
    /// Rooms of an account of which the notification service extension knows the titles and
    /// choices.
    package static let pushRooms = 500
    /// Bytes of the file with these rooms, for all accounts.
    package static let pushAccountsBytes = 8_388_608
    /// Milliseconds that the notification service extension takes to fetch a message. The system
    /// ends it after about 30 seconds.
    public static let pushDeadline: Int64 = 20_000
    /// Milliseconds that the app takes to read new messages because of a push. The system allows 30
    /// seconds.
    public static let pushRefresh: Int64 = 25_000
}
