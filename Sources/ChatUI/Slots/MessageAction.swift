import ChatModel

/// An entry of a message's menu: one of ChatUI's own, or an app's.
///
/// VoiceOver offers the same entries as actions of the message.
public struct MessageAction: Identifiable {
    /// What an entry is about, for an app that filters or sorts a menu.
    public enum Kind: Hashable, Sendable {
        /// The choice of a reaction.
        case react
        /// The choice of a reason to report the message.
        case report
        /// Reply to the message.
        case reply
        /// Copy its text.
        case copy
        /// Edit the user's own message.
        case edit
        /// Delete the message.
        case delete
        /// Pin or unpin it.
        case pin
        /// Scroll to the message that this one replies to.
        case showOriginal
        /// Open a link or a place.
        case openLink
        /// Open the message's file.
        case openFile
        /// Remove somebody else's reaction.
        case removeReaction
        /// Mute, remove or ban the author.
        case sanction
        /// Block or unblock the author.
        case block
        /// Show a message of a person whom the user blocks.
        case reveal
        /// Send a message that failed again.
        case retry
        /// Discard a message that was not sent, or hide one that is held.
        case discard
        /// An app's own entry, by its title.
        case custom(String)
        /// Any other change in the room.
        case other
    }

    /// One of the entries of a submenu.
    public struct Choice: Hashable, Sendable {
        /// The label in the submenu.
        public var title: String
        /// What it does.
        public var action: BubbleAction
    }

    /// The identity of an entry in its menu.
    public indirect enum ID: Hashable, Sendable {
        /// An entry that performs this action.
        case action(BubbleAction)
        /// A submenu, or an app's own entry. A menu has at most one of each kind.
        case kind(Kind)
        /// An entry of the app's submenu with this title.
        case entry(of: String, ID)
    }

    enum Content {
        case perform(BubbleAction)
        case choose([Choice])
        case custom(@MainActor (Row.Bubble) -> Void)
        case group([MessageAction])
    }

    /// What the entry is about.
    public let kind: Kind
    /// The label.
    public var title: String
    /// The name of its symbol (SF Symbols 4).
    public var symbol: String
    /// Whether it deletes something. The system draws such entries in red.
    public var isDestructive: Bool
    let content: Content
    /// The title of the submenu that it is in; `nil` for an entry of the menu itself.
    private var group: String?

    /// Creates an app's own entry.
    ///
    /// - Parameters:
    ///   - title: The label. The app's own entries of a menu need different ones.
    ///   - symbol: The name of a symbol (SF Symbols 4).
    ///   - perform: Called with the message when the user chooses the entry.
    public init(
        _ title: String, symbol: String, isDestructive: Bool = false, perform: @escaping @MainActor (Row.Bubble) -> Void
    ) {
        (kind, self.title, self.symbol, self.isDestructive) = (.custom(title), title, symbol, isDestructive)
        content = .custom(perform)
    }

    /// Creates the entry that performs an action of ChatUI.
    public init(_ action: BubbleAction) {
        (kind, title, symbol) = (action.kind, action.title, action.symbol)
        isDestructive = action.isDestructive
        content = .perform(action)
    }

    /// Creates a submenu. If it has no entries, the menu leaves it out.
    ///
    /// - Parameters:
    ///   - title: The label. The app's own entries of a menu need different ones.
    ///   - symbol: The name of a symbol (SF Symbols 4).
    ///   - actions: The entries, an app's own or ChatUI's. A submenu has no submenus: in place of
    ///     one it has the entries of that one.
    public init(_ title: String, symbol: String, actions: [MessageAction]) {
        (kind, self.title, self.symbol, isDestructive) = (.custom(title), title, symbol, false)
        content = .group(
            actions.flatMap(\.flat).map { action in
                var action = action
                action.group = title
                return action
            })
    }

    init(_ kind: Kind, _ title: String, symbol: String, choices: [Choice]) {
        (self.kind, self.title, self.symbol, isDestructive) = (kind, title, symbol, false)
        content = .choose(choices)
    }

    /// What the entry does. No other entry of a menu has the same.
    public var id: ID {
        let id: ID = if case .perform(let action) = content { .action(action) } else { .kind(kind) }
        return group.map { .entry(of: $0, id) } ?? id
    }

    /// The entries of ChatUI's own submenus, such as the reactions; empty for every other entry.
    public var choices: [Choice] { if case .choose(let choices) = content { choices } else { [] } }

    /// The entries of an app's submenu; empty for every other entry.
    public var actions: [MessageAction] { if case .group(let actions) = content { actions } else { [] } }

    /// Whether it opens a submenu: ``choices``, or ``actions``.
    public var hasSubmenu: Bool {
        switch content {
        case .choose, .group: true
        case .perform, .custom: false
        }
    }

    /// The entry, or those of its submenu.
    var flat: [MessageAction] {
        switch content {
        case .perform, .custom: [self]
        case .choose(let choices): choices.map { MessageAction($0.action) }
        case .group(let actions): actions
        }
    }

    /// Performs the entry on a message. A submenu does nothing.
    @MainActor
    func perform(on bubble: Row.Bubble, act: (BubbleAction) -> Void) {
        switch content {
        case .perform(let action): act(action)
        case .choose, .group: break
        case .custom(let perform): perform(bubble)
        }
    }
}

extension BubbleAction {
    /// What the action is about.
    public var kind: MessageAction.Kind {
        switch self {
        case .reply: .reply
        case .copy: .copy
        case .edit, .change(.edit): .edit
        case .change(.delete), .delete: .delete
        case .change(.react): .react
        case .change(.unreact): .removeReaction
        case .change(.pin): .pin
        case .change(.membership), .sanction: .sanction
        case .change(.block): .block
        case .change, .chooseDay: .other
        case .report: .report
        case .retry: .retry
        case .drop, .hide: .discard
        case .reveal: .reveal
        case .show: .showOriginal
        case .open: .openLink
        case .view: .openFile
        }
    }
}
