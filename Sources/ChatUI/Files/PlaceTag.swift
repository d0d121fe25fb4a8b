/// The names under which the metadata of a photo or a video says where it was taken.
enum PlaceTag {
    /// Whether a property is about a place: the name of a tag in XMP without its prefix (`City`),
    /// or a key of IPTC (`Province/State`). The namespace and the case do not matter: some cameras
    /// write their position under names of their own (`GpsLatitude`).
    static func namesPlace(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasPrefix("gps") || names.contains(name)
    }

    /// Whether a piece of a video's metadata is about a place, by its identifier in AVFoundation:
    /// `mdta/com.apple.quicktime.location.ISO6709`, `udta/%A9xyz`, `3gps/loci`.
    static func namesPlaceOfVideo(_ identifier: String) -> Bool {
        let identifier = identifier.lowercased()
        return identifier.contains("location") || identifier.hasSuffix("xyz") || identifier.hasSuffix("/loci")
    }

    /// Of XMP: `photoshop`, `Iptc4xmpCore`, `Iptc4xmpExt`; and the keys of IPTC in ImageIO.
    private static let names: Set<String> = [
        "city", "state", "country", "countrycode", "location", "sublocation", "locationcreated", "locationshown",
        "province/state", "country/primarylocationcode", "country/primarylocationname", "contentlocationcode",
        "contentlocationname",
    ]
}
