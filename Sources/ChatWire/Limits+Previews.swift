/// The maximums of link previews: what the server fetches from web pages, and what it keeps.
extension Limits {
    /// Milliseconds for a page, its redirects included, and again for its image.
    public static let previewDeadline: Int64 = 2_000
    /// Bytes of a page that are read, and of an image.
    public static let previewBytes = 524_288
    /// Redirects that are followed.
    public static let previewRedirects = 3
    /// Bytes of an address.
    public static let previewAddressBytes = 2_048
    /// Pages that are fetched at the same time.
    public static let previewsAtOnce = 8
    /// Names that the system's resolver is asked for at the same time. One that is not answered stays
    /// among them until the resolver gives up.
    public static let previewLookups = 16
    /// Pages that wait for their turn.
    public static let previewsWaiting = 64
    /// Pages that one network address makes the server fetch at once; as many again within a minute.
    public static let previewsPerAddress = 30
    /// Requests to one address of a web site at once, redirects and images included; as many again
    /// within a minute.
    public static let previewRequestsPerSite = 60
    /// Addresses of readers, and addresses of sites, whose fetches are counted.
    public static let previewCounts = 4_096
    /// Previews that are kept, also of pages that have none.
    public static let previewsKept = 2_000
    /// Bytes of all images that are kept: 32 MiB.
    public static let previewImageBytesKept = 33_554_432
    /// Milliseconds for which a preview is kept. Then the page is asked again.
    public static let previewLifetime: Int64 = 3_600_000
    /// Milliseconds for which the server remembers that a page has no preview.
    public static let noPreviewLifetime: Int64 = 300_000
    /// Characters of a preview's title, and of the name of its site.
    public static let previewTitle = 120
    /// Bytes of a character of a preview's texts on average: one character can have any number.
    public static let previewCharacterBytes = 8
    /// Characters of a preview's summary.
    public static let previewSummary = 240
}
