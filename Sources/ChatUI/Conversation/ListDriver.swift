import ChatModel

/// Keeps a list's scroll position, and reports what the user has reached. It drives the lists of
/// both platforms.
@MainActor
final class ListDriver {
    /// The list's events.
    struct Events {
        /// Rows before the first, or after the last, are needed.
        var older: () -> Void = {}
        var newer: () -> Void = {}
        /// Whether the list is scrolled to the bottom.
        var following: (Bool) -> Void = { _ in }
        /// The newest fully visible message.
        var read: (UInt64) -> Void = { _ in }
    }

    var events = Events()
    /// Whether there are rows to request before the first and after the last.
    var hasOlder = false
    var hasNewer = false
    private(set) var rule = ScrollRule<Row.ID>()
    private var rows: [Row] = []
    private var positions: [Row.ID: Int] = [:]
    private var answered: Int?
    private var newestRead: UInt64 = 0
    /// The edges where rows were requested since the rows last changed. Each is requested once.
    private var asked: Set<Edge> = []
    private var isPlacing = false

    private enum Edge {
        case older, newer
    }

    /// The maximum of layout passes until a position is exact. After that it may be off by a few
    /// points, once.
    private static let passes = 4

    /// Shows other rows. `apply` gives them to the surface without animation. Then the rule decides
    /// the position.
    func show(_ new: [Row], on surface: any ListSurface, apply: () -> Void) {
        rows = new
        positions = Dictionary(new.enumerated().map { ($1.id, $0) }) { first, _ in first }
        asked = []
        forgetReadOfOldLog()
        let placement = rule.placement { positions[$0] != nil }
        isPlacing = true
        apply()
        place(placement, on: surface)
        isPlacing = false
        moved(on: surface, byReader: false)
    }

    /// The surface was scrolled, by the user or not, or its content size changed.
    func moved(on surface: any ListSurface, byReader: Bool) {
        if isPlacing { return }
        let wasFollowing = rule.isFollowing
        let placed = surface.placed
        rule.moved(placed, below: surface.below, height: surface.height, byReader: byReader)
        if rule.isFollowing != wasFollowing { events.following(rule.isFollowing) }
        report(placed, height: surface.height)
        askForMore(on: surface)
    }

    /// The visible part changed its size (a keyboard, a rotation): a list at the bottom stays at
    /// the bottom.
    func resized(_ surface: any ListSurface) {
        if isPlacing { return }
        if rule.isFollowing {
            isPlacing = true
            place(.bottom, on: surface)
            isPlacing = false
        }
        moved(on: surface, byReader: false)
    }

    /// Scrolls to the requested row, once for each request. If the row is not there yet, it does so
    /// later.
    func answer(_ request: ScrollRequest?, on surface: any ListSurface) {
        guard let request, request.number != answered else { return }
        switch request.place {
        case .bottom:
            rule.follow()
            isPlacing = true
            place(.bottom, on: surface)
        case .row(let row):
            guard positions[row] != nil else { return }
            rule.leave()
            isPlacing = true
            place(.keep(row, top: surface.height / 3), on: surface)
        }
        isPlacing = false
        answered = request.number
        moved(on: surface, byReader: true)
    }

    private func place(_ placement: ScrollRule<Row.ID>.Placement, on surface: any ListSurface) {
        for _ in 0..<ListDriver.passes {
            surface.settle()
            let distance: Double
            switch placement {
            case .asItComes: return
            case .bottom: distance = surface.below
            case .keep(let row, let top):
                guard let now = surface.top(of: row) else { return }
                distance = now - top
            }
            if abs(distance) < 0.5 { return }
            surface.scroll(by: distance)
        }
    }

    /// A log that begins again, after a reset or a deletion by the operator, has lower numbers.
    private func forgetReadOfOldLog() {
        if hasNewer { return }
        let newest = rows.last { $0.seq != nil }?.seq
        if newest ?? 0 < newestRead { newestRead = 0 }
    }

    private func report(_ placed: [ScrollRule<Row.ID>.Placed], height: Double) {
        for candidate in placed.reversed() where candidate.bottom <= height + 1 {
            guard let position = positions[candidate.row], rows.indices.contains(position),
                let seq = rows[position].seq
            else { continue }
            if seq > newestRead {
                newestRead = seq
                events.read(seq)
            }
            return
        }
    }

    private func askForMore(on surface: any ListSurface) {
        if rows.isEmpty { return }
        if ScrollRule<Row.ID>.wantsOlder(above: surface.above), hasOlder, asked.insert(.older).inserted {
            events.older()
        }
        if ScrollRule<Row.ID>.wantsNewer(below: surface.below), hasNewer, asked.insert(.newer).inserted {
            events.newer()
        }
    }
}

extension Row {
    /// The number of its message; `nil` for other rows, and for a message that is not in the log.
    fileprivate var seq: UInt64? {
        if case .message(let bubble) = content { bubble.seq } else { nil }
    }
}
