/// What is wrong with the database: a phrase for brackets or after a colon.
package struct Damage: Error {
    package let sentence: String
    /// The damaged row, if it concerns one.
    package var key: EventKey?

    package init(_ sentence: String, _ key: EventKey? = nil) {
        self.sentence = sentence
        self.key = key
    }
}
