import ChatModel
import ChatWire

/// The files of a composition.
extension Composition {
    /// Whether files are sent along: never with an edit.
    var hasFiles: Bool { canAttach && !files.isEmpty }

    /// Whether a file may be chosen: not during an edit.
    public var canAttach: Bool {
        if case .edit = purpose { false } else { true }
    }

    /// How many more files may be chosen.
    public var filesLeft: Int { canAttach ? max(Limits.filesTogether - files.count, 0) : 0 }

    /// Whether it can be sent while `waiting` chosen files are being copied. A message waits for
    /// them: without them it would go, and they would stay. An edit has no files.
    func canSend(copying waiting: Int) -> Bool { canSend && (waiting == 0 || !canAttach) }

    /// Adds a file, or sets ``refusal`` to why not.
    ///
    /// - Returns: Whether it was added. If not, the caller deletes its copy.
    @discardableResult
    public mutating func attach(_ file: PickedFile, words: FileWords = FileWords()) -> Bool {
        refusal = canAttach ? reason(against: file, words) : fullness
        if refusal != nil { return false }
        files.append(file)
        return true
    }

    /// Adds a file that was chosen before, or a recording that was begun before. Meanwhile the user
    /// may have begun an edit: the file is not sent with it, and stays for the next message.
    ///
    /// - Returns: Whether it was added. If not, the caller deletes its copy.
    @discardableResult
    public mutating func keep(_ file: PickedFile, words: FileWords = FileWords()) -> Bool {
        refusal = reason(against: file, words)
        if refusal != nil { return false }
        files.append(file)
        return true
    }

    private func reason(against file: PickedFile, _ words: FileWords) -> String? {
        if files.contains(where: { $0.id == file.id }) {
            return localized("\(Sentences.isolated(file.name)) is already attached.")
        }
        if files.count >= Limits.filesTogether { return tooMany }
        return file.problem(words)
    }

    /// How many of `count` chosen files may be added while `waiting` are being copied. Sets
    /// ``refusal`` if not all of them.
    public mutating func admit(_ count: Int, waiting: Int = 0) -> Int {
        let room = max(filesLeft - waiting, 0)
        refusal = count > room ? fullness : nil
        return min(count, room)
    }

    private var fullness: String {
        canAttach ? tooMany : localized("An edit can't have files. Finish editing first.")
    }

    private var tooMany: String {
        let most = Limits.filesTogether
        return localized(
            most, one: "You can send at most 1 file.", other: "You can send at most \(most) files together.")
    }

    /// Something that is not a file was chosen, or it could not be read.
    public mutating func refuse(_ sentence: String) { refusal = sentence }

    /// Removes a file.
    public mutating func detach(_ id: FileID) {
        files.removeAll { $0.id == id }
        refusal = nil
    }
}
