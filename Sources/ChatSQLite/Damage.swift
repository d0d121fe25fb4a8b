/// What is wrong with the database, to stand in brackets or after a colon.
struct Damage: Error {
    let sentence: String
    /// The row that it is about, where it is about one.
    var key: EventKey?

    init(_ sentence: String, _ key: EventKey? = nil) {
        self.sentence = sentence
        self.key = key
    }
}
