/// What is wrong with the database: a phrase for brackets or after a colon.
struct Damage: Error {
    let sentence: String
    /// The damaged row, if it concerns one.
    var key: EventKey?

    init(_ sentence: String, _ key: EventKey? = nil) {
        self.sentence = sentence
        self.key = key
    }
}
