import ChatCore

// The user's own profile.
extension Interface {
    /// Shows or changes the line about the user.
    mutating func about(_ text: String, _ chat: Chat) -> [Intent]? {
        guard let user = chat.identity?.user else { return no(WireError.notConnected.text) }
        let shown = chat.profile.about
        if text.isEmpty {
            tell(
                shown.isEmpty
                    ? localized("There is no line about you. Others would see it in the list of people.")
                    : localized("The line about you: \(shown). /about - removes it."))
            return []
        }
        let mutation = Mutation.profile(ProfileChange(about: text == "-" ? "" : text))
        if let error = mutation.check() { return no(error.translated.text) }
        return change(mutation, .own(user), chat)
    }
}
