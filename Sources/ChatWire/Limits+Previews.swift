/// The maximums of link previews: what the server fetches from web pages, and what it keeps.
extension Limits {
    /// Milliseconds for a page, its redirects included, and again for its image.
    package static let previewDeadline: Int64 = 2_000
    /// Bytes of a page that are read, and of an image.
    package static let previewBytes = 524_288
    /// Redirects that are followed.
    package static let previewRedirects = 3
    /// Bytes of an address.
    package static let previewAddressBytes = 2_048
    /// Bytes of a page's title or summary that are read. Far fewer are shown.
    package static let previewTextBytes = 8_192
    /// Pixels of a preview's image. Clients hold all of them in memory, at four bytes each, to draw
    /// a small picture.
    package static let previewPixels: UInt64 = 12_000_000
    /// Pages that are fetched at the same time.
    package static let previewsAtOnce = 8
    /// Names that the system's resolver looks up at the same time. A name without an answer counts
    /// until the resolver gives up.
    package static let previewLookups = 32
    /// Of these, for the readers of one network address, or of one IPv6 site: a quarter.
    package static let previewLookupsOfSite = previewLookups / 4
    /// Texts that wait until their links are looked for.
    package static let previewTexts = 64
    /// Pages that wait until fewer than ``previewsAtOnce`` are fetched.
    package static let previewsWaiting = 64
    /// Pages that are fetched or wait for the readers of one network address, or of one IPv6 site:
    /// a quarter of all.
    package static let previewsAtOnceOfSite = (previewsAtOnce + previewsWaiting) / 4
    /// Pages that the server fetches for the readers of one network address at once. Within a
    /// minute it may fetch as many again.
    package static let previewsPerAddress = 30
    /// Requests that the server makes to one address of a web site at once, redirects and images
    /// included. Within a minute it may make as many again.
    package static let previewRequestsPerSite = 60
    /// Addresses of readers, and addresses of sites, whose fetches are counted.
    package static let previewCounts = 4_096
    /// Pages whose previews the server keeps. A page without a preview counts, too.
    package static let previewsKept = 2_000
    /// Bytes of all images that the server keeps: 32 MiB.
    package static let previewImageBytesKept = 33_554_432
    /// Milliseconds for which the server keeps a preview. Then it fetches the page again.
    package static let previewLifetime: Int64 = 3_600_000
    /// Milliseconds for which the server remembers that a page has no preview.
    package static let noPreviewLifetime: Int64 = 300_000
    /// Characters of a preview's title, and of the name of its site.
    public static let previewTitle = 120
    /// Bytes of a character of a preview's texts, on average. A character can have any number of
    /// bytes, so a text's bytes are limited, too.
    package static let previewCharacterBytes = 8
    /// Characters of a preview's summary.
    public static let previewSummary = 240
}
