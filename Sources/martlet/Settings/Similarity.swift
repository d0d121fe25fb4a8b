/// Finds the name that a mistyped one probably means.
enum Similarity {
    /// The candidate with the fewest typing mistakes, if these are at most a third of the name.
    static func closest(to name: String, among candidates: [String]) -> String? {
        let ranked = candidates.map { (name: $0, mistakes: mistakes(name, $0)) }
        guard let best = ranked.min(by: { $0.mistakes < $1.mistakes }), best.mistakes <= max(2, best.name.count / 3)
        else { return nil }
        return best.name
    }

    /// Characters to insert, remove or replace until one text is the other (Levenshtein).
    static func mistakes(_ one: String, _ other: String) -> Int {
        let other = Array(other.prefix(64))
        var row = Array(0...other.count)
        for (line, character) in one.prefix(64).enumerated() {
            var next = [line + 1]
            for (column, candidate) in other.enumerated() {
                let replaced = row[column] + (character == candidate ? 0 : 1)
                next.append(min(replaced, next[column] + 1, row[column + 1] + 1))
            }
            row = next
        }
        return row.last ?? 0
    }
}
