/// The names under which a photo's metadata says where it was taken.
enum PlaceTag {
    /// Whether a property is about a place: the name of a tag in XMP without its prefix (`City`),
    /// or a key of IPTC (`Province/State`). The namespace and the case do not matter: some cameras
    /// write their position under names of their own (`GpsLatitude`).
    static func namesPlace(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasPrefix("gps") || names.contains(name)
    }

    /// Of XMP: `photoshop`, `Iptc4xmpCore`, `Iptc4xmpExt`; and the keys of IPTC in ImageIO.
    private static let names: Set<String> = [
        "city", "state", "country", "countrycode", "location", "sublocation", "locationcreated", "locationshown",
        "province/state", "country/primarylocationcode", "country/primarylocationname", "contentlocationcode",
        "contentlocationname",
    ]
}
