extension AccountSentences {
    /// The sentence for the user about what a request about an account threw; `nil` if there was no
    /// answer.
    package static func of(_ error: any Error) -> String? {
        switch error {
        case let error as WireError: error.text
        case let error as StorageError: error.description
        case is UnexpectedAnswer: unexpected
        default: nil
        }
    }
}
