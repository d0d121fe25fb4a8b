import ChatModel
import ChatWire

/// A list or a form over the conversation, in words. JavaScript draws it, and tells which button
/// the user has pressed.
struct Sheet: Hashable {
    var title: String
    /// Whom it is about.
    var portrait: Portrait?
    /// What it is about, in sentences.
    var sentence: String?
    /// Why the last thing that the user wanted was not done.
    var problem: String?
    /// The field that the problem is about; `nil` for the whole sheet.
    var problemField: String?
    /// What was done.
    var success: String?
    var isLoading = false
    var sections: [Section] = []
    var form: Form?
    /// What can be done besides.
    var buttons: [Button] = []
    /// How many sheets are open. From the second on, the user goes back to the one before.
    var depth = 1

    /// A person: their picture, and the line about them.
    struct Portrait: Hashable {
        var person: Author
        /// May be empty.
        var about: String

        init(_ person: Author, about: String) { (self.person, self.about) = (person, about) }
    }

    struct Button: Hashable {
        /// What the page tells when it is pressed.
        var action: String
        var title: String
        var isDanger = false
        /// A text that JavaScript copies instead.
        var copied: String?
        /// Whether a switch is on; `nil` for a button.
        var isOn: Bool?
    }

    struct Section: Hashable {
        var title = ""
        var lines: [Line]
        /// Below the lines.
        var note: String?
    }

    struct Line: Hashable {
        var id: String
        var title: String
        /// The person of the line, whose letter it has.
        var user: UserID?
        /// Times are marked: ``TimeMark``.
        var detail: String?
        /// What people wrote.
        var quotes: [String] = []
        /// What a search found: text, and the words that match, in turn (``ChatModel/FoundText``).
        var found: [String] = []
        var buttons: [Button] = []
        /// Whether something about it waits for the server.
        var isBusy = false
        var problem: String?
    }

    struct Form: Hashable {
        var fields: [Field]
        var button: Button
    }

    struct Field: Hashable {
        enum Kind: String { case choice, text, number }

        var name: String
        var label: String
        var kind: Kind
        var choices: [Choice] = []
        var value = ""
        var hint: String?

        struct Choice: Hashable {
            var value: String
            var title: String
        }
    }
}

/// A time in a sentence. Only the browser knows how its user writes it.
enum TimeMark {
    /// No name or title has this character.
    private static var mark: Character { "\u{1}" }

    static func text(_ at: Int64) -> String { "\(mark)\(at)\(mark)" }

    /// Writes an array in which texts and times alternate.
    static func write(_ text: String, to writer: inout JSONWriter) {
        writer.beginArray()
        for part in text.split(separator: mark, omittingEmptySubsequences: false) { writer.value(String(part)) }
        writer.endArray()
    }
}

extension Sheet {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("title", title as String?)
        if let portrait { portrait.write(to: &writer) }
        writer.member("sentence", sentence)
        writer.member("problem", problem)
        writer.member("problemField", problemField)
        writer.member("success", success)
        if isLoading { writer.member("loading", true) }
        writer.member("key", "\(depth) \(title)")
        if depth > 1 { writer.member("former", true) }
        writer.key("sections")
        writer.beginArray()
        for section in sections { section.write(to: &writer) }
        writer.endArray()
        if let form { form.write(to: &writer) }
        writer.write(buttons)
        writer.endObject()
    }
}

extension Sheet.Portrait {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.key("portrait")
        writer.beginObject()
        writer.member("user", person.user)
        writer.member("name", person.name as String?)
        if !about.isEmpty { writer.member("about", about) }
        writer.endObject()
    }
}

extension Sheet.Section {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("title", title as String?)
        writer.member("note", note)
        writer.key("lines")
        writer.beginArray()
        for line in lines { line.write(to: &writer) }
        writer.endArray()
        writer.endObject()
    }
}

extension Sheet.Line {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id as String?)
        writer.member("title", title as String?)
        writer.member("user", user)
        if let detail {
            writer.key("detail")
            TimeMark.write(detail, to: &writer)
        }
        writer.write("quotes", quotes)
        writer.write("found", found)
        if isBusy { writer.member("busy", true) }
        writer.member("problem", problem)
        writer.write(buttons)
        writer.endObject()
    }
}

extension Sheet.Form {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.key("form")
        writer.beginObject()
        writer.key("fields")
        writer.beginArray()
        for field in fields {
            writer.beginObject()
            writer.member("name", field.name as String?)
            writer.member("label", field.label as String?)
            writer.member("kind", field.kind.rawValue as String?)
            writer.member("value", field.value as String?)
            writer.member("hint", field.hint)
            writer.key("choices")
            writer.beginArray()
            for choice in field.choices {
                writer.beginObject()
                writer.member("value", choice.value as String?)
                writer.member("title", choice.title as String?)
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
        writer.key("button")
        button.write(to: &writer)
        writer.endObject()
    }
}

extension Sheet.Button {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("action", action as String?)
        writer.member("title", title as String?)
        if isDanger { writer.member("danger", true) }
        if let isOn { writer.member("on", isOn) }
        writer.member("copied", copied)
        writer.endObject()
    }
}

extension JSONWriter {
    /// Writes nothing without texts.
    fileprivate mutating func write(_ name: StaticString, _ texts: [String]) {
        if texts.isEmpty { return }
        key(name)
        beginArray()
        for text in texts { value(text) }
        endArray()
    }

    mutating func write(_ buttons: [Sheet.Button]) {
        key("buttons")
        beginArray()
        for button in buttons { button.write(to: &self) }
        endArray()
    }
}
