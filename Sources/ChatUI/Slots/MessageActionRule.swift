import ChatModel

/// Decides the menu of each message: ChatUI's own entries, as an app has changed them.
struct MessageActionRule {
    /// Changes the entries of one message's menu.
    typealias Change = @MainActor ([MessageAction], Row.Bubble) -> [MessageAction]

    private var changes: [Change] = []

    /// Adds a change, which gets the entries that the former ones have left.
    mutating func add(_ change: @escaping Change) { changes.append(change) }

    /// The entries of a message's menu, top to bottom.
    @MainActor
    func actions(for bubble: Row.Bubble, rights: MessageRights, isRevealed: Bool) -> [MessageAction] {
        let defaults = MessageAction.defaults(for: bubble, rights: rights, isRevealed: isRevealed)
        return changes.reduce(defaults) { $1($0, bubble) }.filter { !$0.hasSubmenu || !$0.flat.isEmpty }
    }
}

extension MessageAction {
    /// ChatUI's own entries for a message, in the order of its menu.
    ///
    /// - Parameters:
    ///   - rights: what the user may do besides what every author may
    ///   - isRevealed: whether the user wants to see it although they block the author
    public static func defaults(
        for bubble: Row.Bubble, rights: MessageRights = MessageRights(), isRevealed: Bool = false
    ) -> [MessageAction] {
        var actions: [MessageAction] = []
        if rights.edits {
            let reactions = BubbleAction.emoji.compactMap { emoji in
                BubbleAction.toggle(emoji, on: bubble, isRevealed: isRevealed)
                    .map { Choice(title: emoji, action: $0) }
            }
            if !reactions.isEmpty {
                actions.append(MessageAction(.react, localized("React"), symbol: "face.smiling", choices: reactions))
            }
        }
        let reports = BubbleAction.reports(of: bubble).map { Choice(title: $0.title, action: $0) }
        if rights.acts, !reports.isEmpty {
            actions.append(
                MessageAction(.report, localized("Report"), symbol: "exclamationmark.bubble", choices: reports))
        }
        return actions
            + BubbleAction.menu(for: bubble, rights: rights, isRevealed: isRevealed).map { MessageAction($0) }
    }
}

extension [MessageAction] {
    /// The same without submenus, as VoiceOver offers them: each reaction, each reason to report,
    /// and each entry of an app's submenu, after the submenu's title.
    var spoken: [MessageAction] {
        flatMap { action -> [MessageAction] in
            action.flat.map { entry in
                guard !action.actions.isEmpty else { return entry }
                var spoken = entry
                spoken.title = localized("\(action.title): \(entry.title)")
                return spoken
            }
        }
    }
}
