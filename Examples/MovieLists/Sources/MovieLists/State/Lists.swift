/// A list of movies: the two that everyone has, or one that the user made.
public enum ListName: Codable, Hashable, Sendable {
    case wish, seen
    case custom(Int)
}

/// A list that the user made.
public struct CustomList: Codable, Hashable, Identifiable, Sendable {
    public let id: Int
    public internal(set) var title: String
    public internal(set) var movies: [Movie.ID] = []
}

/// The user's lists. A list has a movie at most once, and no movie is both wished for and seen.
public struct Lists: Codable, Hashable, Sendable {
    public internal(set) var wish: [Movie.ID] = []
    public internal(set) var seen: [Movie.ID] = []
    /// In the order in which they were made.
    public internal(set) var custom: [CustomList] = []
    var latest = 0

    public init() {}

    public internal(set) subscript(name: ListName) -> [Movie.ID] {
        get {
            switch name {
            case .wish: wish
            case .seen: seen
            case .custom(let id): custom.first { $0.id == id }?.movies ?? []
            }
        }
        set {
            switch name {
            case .wish: wish = newValue
            case .seen: seen = newValue
            case .custom(let id):
                guard let index = custom.firstIndex(where: { $0.id == id }) else { return }
                custom[index].movies = newValue
            }
        }
    }

    public func contains(_ name: ListName) -> Bool {
        guard case .custom(let id) = name else { return true }
        return custom.contains { $0.id == id }
    }

    /// The user's list with this title. Upper and lower case are the same.
    public func named(_ title: String) -> CustomList? {
        custom.first { $0.title.lowercased() == title.lowercased() }
    }

    /// Why a list can't have this title; `nil` if it can.
    ///
    /// - Parameter id: The list that gets the title, if it is renamed.
    public func objection(to title: String, except id: Int? = nil) -> String? {
        if title.allSatisfy(\.isWhitespace) { return "A list needs a title" }
        if title.count > Limits.nameCharacters { return "A title has at most \(Limits.nameCharacters) characters" }
        if let other = named(title), other.id != id { return "There is a list “\(other.title)” already" }
        if id == nil, custom.count >= Limits.lists { return "There are \(Limits.lists) lists already" }
        return nil
    }

    var all: Set<Movie.ID> {
        custom.reduce(into: Set(wish).union(seen)) { $0.formUnion($1.movies) }
    }
}
