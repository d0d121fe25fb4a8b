/// A statement of SQLite's SQL in PostgreSQL's.
///
/// As far as possible, the statements of the tables are written so that both engines take them. The
/// rest is translated here, once for each statement:
///
/// - parameters: `?`, `?3` become `$1`, `$3`.
/// - `user` is the name of a column, which PostgreSQL takes for the role: `"user"`.
/// - PostgreSQL has no hints: `INDEXED BY name` is left out.
/// - comparisons with NULL: `IS ?`, `IS NOT ?` become `IS NOT DISTINCT FROM`, `IS DISTINCT FROM`.
/// - `max` and `min` of several values: `greatest`, `least`. (They leave NULL out; SQLite's do
///   not.)
/// - `INSERT OR IGNORE` becomes `ON CONFLICT DO NOTHING`.
/// - `x'00ff'` becomes `'\x00ff'::bytea`, and `==` becomes `=`.
struct PostgresSQL: Hashable {
    private(set) var text = ""
    /// The highest number of a parameter.
    private(set) var parameters = 0
    private var ignoresConflicts = false

    init(_ sql: String) {
        var rest = SQLToken.all(in: sql)[...]
        while let token = rest.popFirst() {
            let dropped = add(token, before: rest)
            for _ in 0..<dropped { rest = rest.drop { $0.kind == .space }.dropFirst() }
        }
        if ignoresConflicts { text += " ON CONFLICT DO NOTHING" }
    }

    /// - Returns: how many of the words that follow are a part of what was added
    private mutating func add(_ token: SQLToken, before rest: ArraySlice<SQLToken>) -> Int {
        var following = rest.lazy.filter { $0.kind != .space }.makeIterator()
        let (next, second) = (following.next(), following.next())
        switch (token.kind, token.keyword) {
        case (.parameter, _):
            let number = Int(token.text.dropFirst()) ?? parameters + 1
            parameters = max(parameters, number)
            text += "$\(number)"
        case (.blob, _): text += "'\\x\(token.text.dropFirst(2))::bytea"
        case (.sign, _): text += token.text == "==" ? "=" : token.text
        case (_, "USER"): text += "\"user\""
        case (_, "INDEXED") where next?.keyword == "BY": return 2
        case (_, "OR") where next?.keyword == "IGNORE":
            ignoresConflicts = true
            return 1
        case (_, "RETURNING") where ignoresConflicts:
            text += "ON CONFLICT DO NOTHING RETURNING"
            ignoresConflicts = false
        case (_, "IS") where next?.keyword == "NOT" && !Self.isTest(second):
            text += "IS DISTINCT FROM"
            return 1
        case (_, "IS") where next?.keyword != "NOT" && !Self.isTest(next): text += "IS NOT DISTINCT FROM"
        case (_, "MAX") where Self.hasSeveralArguments(rest): text += "greatest"
        case (_, "MIN") where Self.hasSeveralArguments(rest): text += "least"
        default: text += token.text
        }
        return 0
    }

    /// Whether a word after `IS` or `IS NOT` makes a test that both engines have.
    private static func isTest(_ token: SQLToken?) -> Bool {
        token?.keyword.map { ["NULL", "TRUE", "FALSE", "DISTINCT"].contains($0) } ?? false
    }

    private static func hasSeveralArguments(_ rest: ArraySlice<SQLToken>) -> Bool {
        var depth = 0
        for token in rest where token.kind != .space {
            switch token.text {
            case "(": depth += 1
            case ")": depth -= 1
            case "," where depth == 1: return true
            default: break
            }
            if depth == 0 { return false }
        }
        return false
    }
}
