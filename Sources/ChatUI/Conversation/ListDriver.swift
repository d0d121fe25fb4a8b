import ChatModel
import ChatWire

/// Keeps a list's scroll position, and reports what the user has reached. It drives the lists of
/// both platforms.
///
/// Its calls come while SwiftUI updates or lays out views, when no state may change. So the driver
/// collects its reports: ``report()`` delivers them, after the update.
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
        var read: (Seq) -> Void = { _ in }
        /// The separator before the first unread message is in sight. It is told again after a
        /// change of the rows.
        var separator: () -> Void = {}
        /// Messages with links came into sight.
        var linked: ([Seq]) -> Void = { _ in }
    }

    var events = Events()
    /// Called when reports wait, once until they are delivered. The shell calls ``report()`` in a
    /// later turn of the main queue.
    var reportsWait: () -> Void = {}
    /// Whether there are rows to request before the first and after the last.
    var hasOlder = false
    var hasNewer = false
    private(set) var rule = ScrollRule<Row.ID>()
    private var rows: [Row] = []
    private var positions: [Row.ID: Int] = [:]
    private var request: ScrollRequest?
    private var answered: Int?
    private var newestRead: Seq = 0
    /// The links in sight, by message.
    private var linksInSight: [Seq: String] = [:]
    /// Whether it was told that the separator is in sight, since the rows last changed.
    private var hasToldSeparator = false
    /// The edges where rows were requested since the rows last changed. Each is requested once.
    private var asked: Set<Edge> = []
    private var isPlacing = false
    /// The metrics for which the rows were placed last.
    private var metrics = RowMetrics()
    private var waiting = Reports()
    /// The last reported value. A list begins at the bottom.
    private var reportedFollowing = true

    private enum Edge {
        case older, newer
    }

    /// What happened since the last delivery.
    private struct Reports: Hashable {
        var following: Bool?
        var read: Seq?
        var separator = false
        var linked: Set<Seq> = []
        var edges: Set<Edge> = []
    }

    /// The maximum of layout passes until a position is exact. After that it may be off by a few
    /// points, once.
    private static let passes = 4

    /// Shows other rows. `apply` gives them to the surface without animation. Then the rule decides
    /// the position.
    func show(_ new: [Row], on surface: any ListSurface, apply: () -> Void) {
        rows = new
        positions = Dictionary(new.enumerated().flatMap { index, row in row.ids.map { ($0, index) } }) { first, _ in
            first
        }
        asked = []
        hasToldSeparator = false
        forgetReadOfOldLog()
        place(rule.placement { positions[$0] != nil }, on: surface, after: apply)
        moved(on: surface, byReader: false)
    }

    /// The surface was scrolled, by the user or not, or its content size changed.
    func moved(on surface: any ListSurface, byReader: Bool) {
        // Between a change of the metrics and `resized` the rows are where the system has put them,
        // not where the user was.
        if isPlacing || surface.metrics != metrics { return }
        let placed = surface.placed
        rule.moved(placed, below: surface.below, height: surface.height, byReader: byReader)
        noteFollowing()
        noteRead(placed, height: surface.height)
        noteSeparator(placed, height: surface.height)
        noteLinks(placed)
        askForMore(on: surface)
    }

    /// The visible part or the content changed its size (a keyboard, a rotation, the first layout).
    /// A list at the bottom stays there. With another width or text size all rows have other
    /// heights; then the first fully visible row keeps its position.
    func resized(_ surface: any ListSurface) {
        if isPlacing { return }
        if rule.isFollowing || surface.metrics != metrics {
            place(rule.placement { positions[$0] != nil }, on: surface)
        }
        moved(on: surface, byReader: false)
        answer(request, on: surface)
    }

    /// Scrolls to the requested row, once for each request. If the row is not there yet, or the
    /// list has no size yet, it does so later.
    func answer(_ request: ScrollRequest?, on surface: any ListSurface) {
        self.request = request
        guard let request, request.number != answered, surface.height > 0 else { return }
        switch request.place {
        case .bottom:
            rule.follow()
            place(.bottom, on: surface)
        case .row(let row):
            guard positions[row] != nil else { return }
            go(to: row, on: surface)
        }
        answered = request.number
        moved(on: surface, byReader: true)
    }

    /// Brings a row into sight to which VoiceOver goes. A row that is in sight stays where it is.
    func reveal(_ row: Row.ID, on surface: any ListSurface) {
        guard positions[row] != nil, surface.height > 0 else { return }
        let isInSight = surface.placed.contains { $0.row == row && $0.top >= 0 && $0.bottom <= surface.height }
        if isInSight { return }
        go(to: row, on: surface)
        moved(on: surface, byReader: true)
    }

    /// Scrolls to a row, a third from the top.
    private func go(to row: Row.ID, on surface: any ListSurface) {
        rule.leave()
        place(.keep(row, top: surface.height / 3), on: surface)
    }

    /// Delivers what happened since the last delivery.
    func report() {
        let reports = waiting
        waiting = Reports()
        if let isFollowing = reports.following, isFollowing != reportedFollowing {
            reportedFollowing = isFollowing
            events.following(isFollowing)
        }
        if let seq = reports.read { events.read(seq) }
        if reports.separator { events.separator() }
        if !reports.linked.isEmpty { events.linked(reports.linked.sorted()) }
        if reports.edges.contains(.older) { events.older() }
        if reports.edges.contains(.newer) { events.newer() }
    }

    private func note(_ change: (inout Reports) -> Void) {
        let wereWaiting = waiting != Reports()
        change(&waiting)
        if !wereWaiting { reportsWait() }
    }

    private func place(
        _ placement: ScrollRule<Row.ID>.Placement, on surface: any ListSurface, after apply: () -> Void = {}
    ) {
        isPlacing = true
        apply()
        scroll(to: placement, on: surface)
        isPlacing = false
        metrics = surface.metrics
    }

    private func scroll(to placement: ScrollRule<Row.ID>.Placement, on surface: any ListSurface) {
        for _ in 0..<ListDriver.passes {
            surface.settle()
            let distance: Double
            switch placement {
            case .asItComes: return
            case .bottom: distance = surface.below
            case .keep(let row, let top):
                // A photo's row may have become a part of an album's.
                let shown = positions[row].map { rows[$0].id } ?? row
                guard let now = surface.top(of: shown) else { return }
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

    private func noteFollowing() {
        let isFollowing = rule.isFollowing
        if isFollowing != waiting.following ?? reportedFollowing { note { $0.following = isFollowing } }
    }

    private func noteRead(_ placed: [ScrollRule<Row.ID>.Placed], height: Double) {
        for candidate in placed.reversed() where candidate.bottom <= height + 1 {
            guard let position = positions[candidate.row], rows.indices.contains(position),
                let seq = rows[position].seq
            else { continue }
            if seq > newestRead {
                newestRead = seq
                note { $0.read = seq }
            }
            return
        }
    }

    private func noteSeparator(_ placed: [ScrollRule<Row.ID>.Placed], height: Double) {
        let isInSight = placed.contains { $0.row == .unread && $0.bottom > 0 && $0.top < height }
        if isInSight, !hasToldSeparator { note { $0.separator = true } }
        hasToldSeparator = isInSight
    }

    private func noteLinks(_ placed: [ScrollRule<Row.ID>.Placed]) {
        var inSight: [Seq: String] = [:]
        for candidate in placed {
            guard let position = positions[candidate.row], rows.indices.contains(position) else { continue }
            for bubble in rows[position].bubbles {
                if let seq = bubble.seq { inSight[seq] = PreviewedLinks.shared.link(of: bubble) }
            }
        }
        let new = inSight.filter { linksInSight[$0.key] != $0.value }
        linksInSight = inSight
        if !new.isEmpty { note { $0.linked.formUnion(new.keys) } }
    }

    private func askForMore(on surface: any ListSurface) {
        // A list without a size is near both ends.
        if rows.isEmpty || surface.height <= 0 { return }
        if ScrollRule<Row.ID>.wantsOlder(above: surface.above), hasOlder, asked.insert(.older).inserted {
            note { $0.edges.insert(.older) }
        }
        if ScrollRule<Row.ID>.wantsNewer(below: surface.below), hasNewer, asked.insert(.newer).inserted {
            note { $0.edges.insert(.newer) }
        }
    }
}

extension Row {
    /// The number of its newest message; `nil` for other rows, and for messages that are not in the
    /// log.
    fileprivate var seq: Seq? { bubbles.last { $0.seq != nil }?.seq }

    /// Its identity, and those of its photos.
    fileprivate var ids: [ID] {
        if case .album(let album) = content { album.photos.map(\.id) } else { [id] }
    }
}
