/// What a command about a person will do, which the user confirms.
package struct Confirmation: Hashable, Sendable {
    /// “Ban bob for good, because “spam”?”
    package let question: String
    let intents: [Intent]
    /// The command, which is written again if the user says no.
    let written: Intent.Written
    /// What the user is told if they say yes.
    var told: String?
}
