/// The keys that open the first ten rooms of the list, together with Alt.
enum KeyOfRoom {
    static let all: [Character] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"]

    /// The key of the room at this place of the list, or a space.
    static func label(at index: Int) -> String { all.indices.contains(index) ? String(all[index]) : " " }
}
