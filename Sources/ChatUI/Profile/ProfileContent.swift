import ChatModel
import ChatWire
import Foundation

/// What the screen of the user's own profile shows.
public struct ProfileContent: Hashable, Sendable {
    /// The user, under the name that others see.
    public var author: Author
    /// The line about the user, as the server has it; may be empty.
    public var about: String
    /// The user's picture; `nil` if there is none.
    public var avatar: Attachment?
    /// Whether a change waits for the server.
    public var isChanging: Bool
    /// Why the last change was not made; `nil` if it was.
    public var refusal: String?

    /// Creates the value.
    public init(
        author: Author, about: String = "", avatar: Attachment? = nil, isChanging: Bool = false,
        refusal: String? = nil
    ) {
        self.author = author
        self.about = about
        self.avatar = avatar
        self.isChanging = isChanging
        self.refusal = refusal
    }

    /// What is wrong with a line; `nil` if it is right or empty. White space at its ends is
    /// ignored.
    public static func problem(of about: String) -> String? { saved(about).check()?.translated.text }

    /// The change that saves a line; `nil` if it is the present one, or not right.
    public func change(about line: String) -> ProfileChange? {
        let change = ProfileContent.saved(line)
        return change.about == about || change.check() != nil ? nil : change
    }

    private static func saved(_ about: String) -> ProfileChange {
        ProfileChange(about: about.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Why a file can't be the user's picture; `nil` if it can.
    ///
    /// - Parameter words: Texts in the user's language.
    public static func problem(of file: PickedFile, words: FileWords = FileWords()) -> String? {
        if let problem = file.problem(words) { return problem }
        return file.kind == .photo ? nil : localized("“\(Sentences.isolated(file.name))” is not a picture.")
    }
}
