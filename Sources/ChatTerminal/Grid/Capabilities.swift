/// What a terminal can show.
package struct Capabilities: Hashable, Sendable {
    /// Which colours it shows.
    package enum Colors: Hashable, Sendable {
        case none, sixteen, all
    }

    package var colors: Colors
    /// Whether it takes addresses behind text (OSC 8).
    package var hasLinks: Bool

    package init(colors: Colors = .all, hasLinks: Bool = true) {
        self.colors = colors
        self.hasLinks = hasLinks
    }

    /// What the environment tells: `NO_COLOR` (no-color.org), `COLORTERM` and `TERM`.
    package init(environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        let isBasic = term.isEmpty || term == "dumb" || term == "linux" || term.hasPrefix("vt")
        hasLinks = !isBasic
        if environment["NO_COLOR"].map({ !$0.isEmpty }) ?? false || term == "dumb" {
            colors = .none
        } else if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") || term.hasSuffix("-direct") {
            colors = .all
        } else {
            colors = .sixteen
        }
    }
}
