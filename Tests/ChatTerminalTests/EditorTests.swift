import ChatCore
import Testing

@testable import ChatTerminal

@Suite struct EditorTests {
    @Test func `the cursor moves by characters as people see them`() {
        var editor = Editor("a👩‍👩‍👧‍👦é")
        editor.left()
        editor.left()
        #expect(editor.textBeforeCursor == "a")
        editor.delete()
        #expect(editor.text == "aé")
        editor.right()
        editor.backspace()
        #expect(editor.text == "a")
    }

    @Test func `scalars that are typed one by one become one character`() {
        var editor = Editor()
        for scalar in "👩‍👩‍👧".unicodeScalars { editor.insert(String(scalar)) }
        #expect(editor.characters.count == 1)
        editor.insert("x")
        editor.backspace()
        #expect(editor.text == "👩‍👩‍👧")
        editor.backspace()
        #expect(editor.isEmpty)
    }

    @Test func `words are deleted, and inserted again`() {
        var editor = Editor("one two  three")
        editor.killWordBefore()
        #expect(editor.text == "one two  ")
        editor.killWordBefore()
        #expect(editor.text == "one ")
        editor.home()
        _ = editor.yank()
        #expect(editor.text == "two  one ")
        editor.wordRight()
        #expect(editor.textBeforeCursor == "two  one")
        editor.killToStart()
        #expect(editor.text == " ")
    }

    @Test func `what is before the cursor is deleted line by line, line breaks too`() {
        var editor = Editor("one\ntwo\n")
        for left in ["one\ntwo", "one\n", "one", "", ""] {
            editor.killToStart()
            #expect(editor.text == left)
        }
    }

    @Test func `lines are moved over`() {
        var editor = Editor("first\nsecond line\nx")
        let moved1 = editor.down()
        #expect(!moved1)
        let moved2 = editor.up()
        #expect(moved2)
        #expect(editor.textBeforeCursor == "first\ns")
        editor.end()
        let moved3 = editor.up()
        #expect(moved3)
        #expect(editor.textBeforeCursor == "first")
        let moved4 = editor.up()
        #expect(!moved4)
        editor.killToEnd()
        #expect(editor.text == "firstsecond line\nx")
        editor.home()
        editor.killToEnd()
        #expect(editor.text == "\nx")
    }

    @Test func `a completion that does not fit leaves the other text`() {
        var editor = Editor(String(repeating: "x", count: Limits.composerBytes - 4) + " @an")
        var completion = Completion(of: editor.textBeforeCursor, rooms: [], people: []) { _ in ["anna", "andrea"] }
        completion?.apply(to: &editor)
        completion?.next(1)
        completion?.apply(to: &editor)
        #expect(editor.text.hasSuffix("x @an"))
        #expect(editor.characters.count == Limits.composerBytes)
    }

    @Test func `pasted text keeps its lines and loses its control characters`() {
        #expect(SafeText.typed("a\r\nb\rc\td\u{1B}[2J\u{9B}x\0") == "a\nb\nc\td[2Jx")
    }
}
