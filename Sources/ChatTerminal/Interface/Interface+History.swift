import ChatCore

// What was sent before.
extension Interface {
    /// Puts the next older or newer text into the composer. What the user was writing stays the
    /// room's draft until they change the other text.
    mutating func recall(_ step: Int) -> [Intent] {
        var recall = composer.recall ?? Recall(history.texts(in: room), writing: composer.editor.text)
        guard let text = recall.move(by: step, leaving: composer.editor.text) else {
            if step < 0 { tell(localized("There is nothing older that you have sent here.")) }
            return []
        }
        composer.editor.set(text)
        composer.recall = recall
        composer.awaitsEditor = false
        return recall.isAtEnd ? draft(in: room) : []
    }
}

extension Interface.Composer {
    /// What the user was writing: not a text of the history, unless they have changed it.
    var ownText: String {
        guard let recall, recall.isUnchanged(editor.text) else { return editor.text }
        return recall.unfinished
    }

    /// The text was sent. What the user was writing before they chose it is there again.
    mutating func sent() {
        wasTaken()
        purpose = .new
    }

    /// The text was a command, and was taken. A reply that was begun goes on.
    mutating func wasTaken() {
        editor.set(recall.map { $0.isAtEnd ? "" : $0.unfinished } ?? "")
        recall = nil
    }

    /// Puts aside what is being written, before the edit of a message begins.
    mutating func stash() {
        if case .edit = purpose { return }
        stashed = Interface.Unsent(text: ownText, purpose: purpose)
    }
}
