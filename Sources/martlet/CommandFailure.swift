/// Why a command could not do what it was asked, in a sentence; it ends with status 1.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
