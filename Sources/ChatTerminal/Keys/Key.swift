/// Something that a person did at the terminal: a key, a paste, the mouse.
package enum Key: Hashable, Sendable {
    /// Typed text: one scalar.
    case text(String)
    /// Text that was pasted at once.
    case paste(String)
    /// The paste before this was longer than ``ChatWire/Limits/pasteBytes``; its rest was left out.
    case pasteCut
    /// A letter with Ctrl: `.control("a")`.
    case control(Character)
    /// A character with Alt.
    case alt(Character)
    case enter, altEnter, tab, backTab, backspace, altBackspace, delete, escape
    case up, down, left, right, home, end, pageUp, pageDown
    case altUp, altDown, controlUp, controlDown, controlHome, controlEnd, wordLeft, wordRight
    /// A function key by its number.
    case function(Int)
    case wheelUp, wheelDown
    /// A click of the left button.
    case click(Place)
    /// Whether the terminal's window has the keyboard now.
    case focus(Bool)
}
