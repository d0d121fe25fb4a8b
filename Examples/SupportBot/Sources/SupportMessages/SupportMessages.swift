import ChatCore

// The messages that the bot and the app exchange, besides texts.

/// A question with buttons. An app that knows it draws the buttons until one was pressed, and then
/// `chosen`. Other clients show `fallback`.
public struct Menu: MessageContent {
    public static let type = "com.example.menu"
    public var question: String
    public var buttons: [Button]
    /// The button that was pressed, and by whom; `nil` while none was.
    public var chosen: Choice?

    public struct Button: Codable, Sendable {
        public var id: String
        public var title: String

        public init(id: String, title: String) {
            self.id = id
            self.title = title
        }
    }

    public struct Choice: Codable, Sendable {
        public var button: String
        public var title: String
        public var by: String
    }

    public init(question: String, buttons: [Button]) {
        self.question = question
        self.buttons = buttons
    }

    /// The menu after somebody has pressed a button.
    public func pressed(_ button: Button, by name: String) -> Menu {
        var menu = self
        menu.chosen = Choice(button: button.id, title: button.title, by: name)
        return menu
    }

    public var fallback: String {
        if let chosen { return "\(question) \(chosen.by) chose: \(chosen.title)" }
        return ([question] + buttons.map { "- \($0.title)" } + ["Reply with your choice."]).joined(separator: "\n")
    }
}

/// The press of a button. It is sent as a reply to the menu.
public struct Press: MessageContent {
    public static let type = "com.example.press"
    /// The button's id.
    public var button: String
    public var title: String

    public init(_ button: Menu.Button) {
        self.button = button.id
        title = button.title
    }

    public var fallback: String { title }
}
