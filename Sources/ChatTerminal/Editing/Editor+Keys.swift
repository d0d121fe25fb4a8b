// Keys that change a text, in every line where a person writes.
extension Editor {
    /// Takes a key. Returns `nil` if it is no key of an editor, and `false` if the text did not fit
    /// (``insert(_:)``).
    mutating func take(_ key: Key) -> Bool? {
        switch key {
        case .text(let text): return insert(text)
        case .paste(let text): return insert(SafeText.typed(text))
        case .altEnter: return insert("\n")
        case .backspace: backspace()
        case .altBackspace, .control("w"): killWordBefore()
        case .delete, .control("d"): delete()
        case .left, .control("b"): left()
        case .right, .control("f"): right()
        case .wordLeft, .alt("b"): wordLeft()
        case .wordRight, .alt("f"): wordRight()
        case .alt("d"): killWordAfter()
        case .home, .control("a"): home()
        case .end, .control("e"): end()
        case .control("k"): killToEnd()
        case .control("u"): killToStart()
        case .control("y"): return yank()
        default: return nil
        }
        return true
    }
}
