import Foundation

/// A movie of TMDB. A movie in a page of movies has no `runtime`, `tagline` and `genres`; the
/// details of a movie have them.
public struct Movie: Codable, Hashable, Identifiable, Sendable {
    public let id: Int
    public var title: String
    public var overview: String
    /// The poster's place below the address of images; `nil` if there is none.
    public var poster: PosterPath?
    /// `YYYY-MM-DD`; `nil` if it is unknown.
    public var released: String?
    /// 0…10.
    public var rating: Double
    public var votes: Int
    /// In minutes.
    public var runtime: Int?
    public var tagline: String?
    public var genres: [Genre]?

    public struct Genre: Codable, Hashable, Sendable {
        public let id: Int
        public let name: String
    }

    /// The year it was released.
    public var year: String? { released.map { String($0.prefix(4)) } }

    enum CodingKeys: String, CodingKey {
        case id, title, overview, runtime, tagline, genres
        case poster = "poster_path"
        case released = "release_date"
        case rating = "vote_average"
        case votes = "vote_count"
    }

    public init(
        id: Int, title: String, overview: String = "", poster: PosterPath? = nil, released: String? = nil,
        rating: Double = 0,
        votes: Int = 0
    ) {
        self.id = id
        self.title = title
        self.overview = overview
        self.poster = poster
        self.released = released
        self.rating = rating
        self.votes = votes
    }

    /// Reads a movie. It must have an id and a title. The rest may be missing, `null` or empty.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(Int.self, forKey: .id)
        title = try values.decode(String.self, forKey: .title)
        overview = try values.decodeIfPresent(String.self, forKey: .overview) ?? ""
        poster = try values.decodeIfPresent(String.self, forKey: .poster).flatMap { PosterPath($0) }
        released = try values.decodeIfPresent(String.self, forKey: .released).flatMap { $0.isEmpty ? nil : $0 }
        rating = try values.decodeIfPresent(Double.self, forKey: .rating) ?? 0
        votes = try values.decodeIfPresent(Int.self, forKey: .votes) ?? 0
        runtime = try values.decodeIfPresent(Int.self, forKey: .runtime).flatMap { $0 > 0 ? $0 : nil }
        tagline = try values.decodeIfPresent(String.self, forKey: .tagline).flatMap { $0.isEmpty ? nil : $0 }
        genres = try values.decodeIfPresent([Genre].self, forKey: .genres)
    }
}

/// The name of a poster's file, `/kqjL17yufvn9OVLyXYpvtyrFfak.jpg`: one path component of harmless
/// characters, since it becomes part of an address and of a file's name.
public struct PosterPath: Codable, Hashable, Sendable {
    /// The name, without the slash.
    public let name: String

    public init?(_ text: String) {
        let name = text.hasPrefix("/") ? String(text.dropFirst()) : text
        let harmless = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
        }
        guard harmless, !name.hasPrefix("."), (1...128).contains(name.utf8.count) else { return nil }
        self.name = name
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let path = PosterPath(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "Not a poster's path")
        }
        self = path
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("/" + name)
    }
}
