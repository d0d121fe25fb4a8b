import ChatCore

// The keys and commands.
extension Panel {
    static var help: Panel {
        var panel = Panel(title: localized("Keys and commands"), lines: [])
        panel.lines = keys + [Line(text: "")] + SlashCommand.lines
        return panel
    }

    private static var keys: [Line] {
        columns([
            ("Enter", localized("send the message")),
            ("Alt-Enter", localized("begin a new line (or Ctrl-J)")),
            ("↑", localized("in an empty line: edit your last message")),
            ("Ctrl-↑ Ctrl-↓", localized("what you sent before (Alt-P, Alt-N)")),
            ("PageUp PageDown", localized("older and newer messages (or the wheel)")),
            ("Home End", localized("in an empty line: first message, newest")),
            ("Ctrl-Home/End", localized("the same while you write")),
            ("Alt-↑ Alt-↓", localized("previous and next room (Ctrl-P, Ctrl-N)")),
            ("Alt-1 … Alt-0", localized("first to tenth room of the list")),
            ("F2", localized("your rooms, to open one (or Alt-R)")),
            ("Alt-A", localized("next unread room, or invitation")),
            ("Alt-U", localized("first new message")),
            ("Ctrl-R", localized("select a message with ↑ and ↓, then:")),
            labels(
                "   ", ("r", localized("reply")), ("e", localized("edit")), ("d", localized("delete")),
                ("+", localized("react"))),
            labels(
                "  ", ("t", localized("try again")), ("x", localized("discard")), ("g", localized("go to answered"))),
            labels(
                "   ", ("p", localized("pin")), ("!", localized("report ##a verb")),
                ("b", localized("block the author"))),
            labels("   ", ("l", localized("what the linked page is about"))),
            labels("   ", ("-", localized("remove a reaction")), ("s", localized("save the file"))),
            labels(
                "  ", ("M", localized("mute")), ("K", localized("remove")), ("B", localized("ban the author"))),
            labels("   ", ("?", localized("what you may do about this message"))),
            ("Tab", localized("complete a command, a @name, an :emoji:")),
            ("Ctrl-A Ctrl-E", localized("beginning and end of the line")),
            ("Ctrl-W Ctrl-U", localized("delete the word or line before the cursor")),
            ("Ctrl-K Ctrl-Y", localized("delete the rest of the line; insert it")),
            ("Ctrl-X Ctrl-E", localized("write in $EDITOR")),
            ("Ctrl-L", localized("draw the screen anew, and connect now")),
            ("Ctrl-Z", localized("stop; fg in the shell goes on")),
            ("Esc", localized("cancel")),
            ("Ctrl-C", localized("quit (or Ctrl-D in an empty line)")),
            ("F1", localized("this page (or ? in an empty line)")),
        ]) + [
            Line(text: ""), Line(text: localized("A click opens a room. Hold Shift to select text."), isWrapped: true),
            Line(text: ""), Line(text: localized("In the list of rooms:")),
        ]
            + columns([
                (RoomKind.open.mark, localized("an open room")), (RoomKind.group.mark, localized("a group")),
                ("@", localized("a direct room; before a number: you are mentioned")),
                ("✉", localized("an invitation")),
            ]) + [Line(text: ""), Line(text: localized("Beside messages:"))]
            + columns([
                ("▌", localized("you wrote it")), ("@", localized("it mentions you")),
                ("✓", localized("somebody has read it")),
                ("▶", localized("it is selected, or was searched for")),
            ])
    }

    /// Keys that do something to the selected message. A key stays in the line of its label.
    private static func labels(_ gap: String, _ keys: (String, String)...) -> (String, String) {
        ("", keys.map { "\($0)\u{A0}\($1)" }.joined(separator: gap))
    }

    /// Lines in two columns. A first part of more than 20 cells goes into the second column.
    static func columns(_ rows: [(String, String)]) -> [Line] {
        let widths = rows.map { CellWidth.of($0.0) }
        let column = widths.filter { $0 <= 20 }.max() ?? 0
        let gap = column < 20 ? 2 : 1
        return rows.map { first, second in
            let missing = max(column - CellWidth.of(first), 0)
            let lead = first + String(repeating: " ", count: missing + gap)
            return Line(text: second, lead: lead, isWrapped: true)
        }
    }
}
