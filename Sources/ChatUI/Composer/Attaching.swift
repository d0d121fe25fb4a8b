import ChatWire

/// The files of a composition.
extension Composition {
    /// Whether files go along with what is sent: never with an edit.
    var hasFiles: Bool { canAttach && !files.isEmpty }

    /// Whether a file may be chosen: not while one edits.
    public var canAttach: Bool {
        if case .edit = purpose { false } else { true }
    }

    /// How many more may be chosen.
    public var filesLeft: Int { canAttach ? max(Limits.filesTogether - files.count, 0) : 0 }

    /// Takes a file along, or says in ``refusal`` why not.
    ///
    /// - Returns: Whether it was taken; where not, its copy has no owner any more.
    @discardableResult
    public mutating func attach(_ file: PickedFile, words: FileWords = FileWords()) -> Bool {
        refusal = reason(against: file, words)
        if refusal != nil { return false }
        files.append(file)
        return true
    }

    private func reason(against file: PickedFile, _ words: FileWords) -> String? {
        if !canAttach { return fullness }
        if files.contains(where: { $0.id == file.id }) { return "\(Sentences.isolated(file.name)) is there already." }
        if filesLeft == 0 { return fullness }
        return file.problem(words)
    }

    /// How many of `count` chosen files may come while `waiting` are on their way; says in ``refusal`` why not all of them.
    public mutating func admit(_ count: Int, waiting: Int = 0) -> Int {
        let room = max(filesLeft - waiting, 0)
        refusal = count > room ? fullness : nil
        return min(count, room)
    }

    private var fullness: String {
        canAttach
            ? "At most \(Limits.filesTogether) files are sent together."
            : "Files go with a new message: finish editing first."
    }

    /// Something else than a file came, or it could not be read.
    public mutating func refuse(_ sentence: String) { refusal = sentence }

    /// One is not to be sent after all.
    public mutating func detach(_ id: FileID) {
        files.removeAll { $0.id == id }
        refusal = nil
    }
}
