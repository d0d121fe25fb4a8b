#if canImport(SwiftUI) && canImport(AppKit) && !canImport(UIKit)
    import AppKit
    import ChatModel
    import SwiftUI

    /// The message list on macOS: cells are SwiftUI views; the driver decides the scroll position.
    struct TableMessageList: NSViewRepresentable {
        let content: MessageListContent

        func makeCoordinator() -> TableCoordinator { TableCoordinator(content: content) }

        func makeNSView(context: Context) -> NSScrollView { context.coordinator.makeView() }

        func updateNSView(_ view: NSScrollView, context: Context) { context.coordinator.show(content) }
    }

    /// Fills a table view, and scrolls it as the driver decides.
    @MainActor
    final class TableCoordinator: NSObject {
        private let driver: ListDriver = ListDriver()
        private var content: MessageListContent
        private var shown: [Row] = []
        private var positions: [Row.ID: Int] = [:]
        private let table: NSTableView = NSTableView()
        private let scroller: NSScrollView = NSScrollView()
        private var size: NSSize = .zero
        private var contentHeight: CGFloat = 0
        private var isScrolledByHand: Bool = false

        init(content: MessageListContent) {
            self.content = content
            super.init()
        }

        func makeView() -> NSScrollView {
            let column: NSTableColumn = NSTableColumn(identifier: NSUserInterfaceItemIdentifier("row"))
            column.resizingMask = .autoresizingMask
            table.addTableColumn(column)
            table.headerView = nil
            table.style = .plain
            table.backgroundColor = .clear
            table.selectionHighlightStyle = .none
            table.intercellSpacing = .zero
            table.usesAutomaticRowHeights = true
            table.columnAutoresizingStyle = .uniformColumnAutoresizingStyle
            table.dataSource = self
            table.delegate = self
            table.setAccessibilityCustomRotors(makeRotors())
            scroller.documentView = table
            scroller.hasVerticalScroller = true
            scroller.drawsBackground = false
            scroller.contentView.postsBoundsChangedNotifications = true
            table.postsFrameChangedNotifications = true
            driver.reportsWait = { [weak self] in
                DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.driver.report() } }
            }
            observe(#selector(boundsChanged), NSView.boundsDidChangeNotification, of: scroller.contentView)
            observe(#selector(boundsChanged), NSView.frameDidChangeNotification, of: table)
            observe(#selector(handTook), NSScrollView.willStartLiveScrollNotification, of: scroller)
            observe(#selector(handLeft), NSScrollView.didEndLiveScrollNotification, of: scroller)
            return scroller
        }

        private func observe(_ selector: Selector, _ name: Notification.Name, of object: NSView) {
            NotificationCenter.default.addObserver(self, selector: selector, name: name, object: object)
        }

        func show(_ content: MessageListContent) {
            let redrawn: Set<Row.ID> = content.redrawn(since: self.content)
            self.content = content
            let direction: NSUserInterfaceLayoutDirection = content.look.isRightToLeft ? .rightToLeft : .leftToRight
            scroller.userInterfaceLayoutDirection = direction
            table.userInterfaceLayoutDirection = direction
            driver.events = content.events
            driver.hasOlder = content.hasOlder
            driver.hasNewer = content.hasNewer
            if content.rows != shown || !redrawn.isEmpty {
                driver.show(content.rows, on: self) { apply(content.rows, redrawn: redrawn) }
            }
            driver.answer(content.request, on: self)
        }

        private func apply(_ new: [Row], redrawn: Set<Row.ID>) {
            let difference: RowDifference = RowDifference(from: shown, to: new)
            shown = new
            positions = Dictionary(new.enumerated().map { ($1.id, $0) }) { (first: Int, _: Int) in first }
            table.beginUpdates()
            table.removeRows(at: IndexSet(difference.removed), withAnimation: [])
            table.insertRows(at: IndexSet(difference.inserted), withAnimation: [])
            table.endUpdates()
            let updated: IndexSet = IndexSet(difference.updated).union(IndexSet(redrawn.compactMap { positions[$0] }))
            if updated.isEmpty { return }
            table.reloadData(forRowIndexes: updated, columnIndexes: IndexSet(integer: 0))
            table.noteHeightOfRows(withIndexesChanged: updated)
        }

        /// The visible part or the content changed. If neither has another size, the user scrolled:
        /// with a wheel, a key or the scroller.
        @objc private func boundsChanged() {
            let isMove: Bool = scroller.contentView.bounds.size == size && table.frame.height == contentHeight
            let hasNewWidth: Bool = scroller.contentView.bounds.width != size.width
            size = scroller.contentView.bounds.size
            contentHeight = table.frame.height
            if isMove || isScrolledByHand && !hasNewWidth {
                driver.moved(on: self, byReader: true)
            } else {
                driver.resized(self)
            }
        }

        @objc private func handTook() { isScrolledByHand = true }

        @objc private func handLeft() {
            driver.moved(on: self, byReader: true)
            isScrolledByHand = false
        }
    }

    extension TableCoordinator: NSTableViewDataSource, NSTableViewDelegate {
        func numberOfRows(in tableView: NSTableView) -> Int { shown.count }

        func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView? {
            guard shown.indices.contains(row) else { return nil }
            let hosted: HostedRow = content.view(of: shown[row])
            let identifier: NSUserInterfaceItemIdentifier = NSUserInterfaceItemIdentifier("row")
            if let cell: NSHostingView<HostedRow> = tableView.makeView(withIdentifier: identifier, owner: nil)
                as? NSHostingView<HostedRow>
            {
                cell.rootView = hosted
                return cell
            }
            let cell: NSHostingView<HostedRow> = NSHostingView<HostedRow>(rootView: hosted)
            cell.identifier = identifier
            return cell
        }

        func tableView(_ tableView: NSTableView, shouldSelectRow row: Int) -> Bool { false }
    }

    /// VoiceOver lists everything that a rotor finds. So a search does not scroll, and a row comes
    /// into sight when the user has chosen it.
    extension TableCoordinator: @preconcurrency NSAccessibilityCustomRotorItemSearchDelegate,
        @preconcurrency NSAccessibilityElementLoading
    {
        private func makeRotors() -> [NSAccessibilityCustomRotor] {
            MessageRotor.allCases.map { (rotor: MessageRotor) in
                let made: NSAccessibilityCustomRotor = NSAccessibilityCustomRotor(
                    label: rotor.name, itemSearchDelegate: self)
                made.itemLoadingDelegate = self
                return made
            }
        }

        func rotor(
            _ rotor: NSAccessibilityCustomRotor, resultFor searchParameters: NSAccessibilityCustomRotor.SearchParameters
        ) -> NSAccessibilityCustomRotor.ItemResult? {
            guard let kind: MessageRotor = MessageRotor.allCases.first(where: { $0.name == rotor.label }) else {
                return nil
            }
            let isForward: Bool = searchParameters.searchDirection == NSAccessibilityCustomRotor.SearchDirection.next
            let filter: String = searchParameters.filterString
            var current: Row.ID? = row(of: searchParameters.currentItem)
            while let found: Row = kind.row(in: shown, from: current, isForward: isForward) {
                let label: String = kind.label(of: found, dateFormatting: content.look.dateFormatting)
                if filter.isEmpty || label.localizedCaseInsensitiveContains(filter) {
                    return NSAccessibilityCustomRotor.ItemResult(
                        itemLoadingToken: token(of: found) as NSString, customLabel: label)
                }
                current = found.id
            }
            return nil
        }

        func accessibilityElement(
            withToken token: NSAccessibilityLoadingToken
        ) -> (any NSAccessibilityElementProtocol)? {
            guard let row: Row.ID = row(ofToken: token), let position: Int = positions[row] else { return nil }
            driver.reveal(row, on: self)
            let cell: NSView? = table.view(atColumn: 0, row: position, makeIfNecessary: true)
            let inner: Any? = cell.flatMap { (cell: NSView) in NSAccessibility.unignoredDescendant(of: cell) }
            return inner as? any NSAccessibilityElementProtocol
                ?? table.rowView(atRow: position, makeIfNecessary: true)
        }

        private func token(of row: Row) -> String { String(describing: row.id) }

        private func row(ofToken token: Any) -> Row.ID? {
            (token as? String).flatMap { (token: String) in shown.first { self.token(of: $0) == token }?.id }
        }

        /// The row from which a search goes on: that of the last result, or that with VoiceOver's
        /// element, by its place.
        private func row(of item: NSAccessibilityCustomRotor.ItemResult?) -> Row.ID? {
            if let token = item?.itemLoadingToken { return row(ofToken: token) }
            guard let frame: NSRect = item?.targetElement?.accessibilityFrame(), let window: NSWindow = table.window
            else { return nil }
            let place: NSRect = table.convert(window.convertFromScreen(frame), from: nil)
            let position: Int = table.row(at: NSPoint(x: table.bounds.midX, y: place.midY))
            return shown.indices.contains(position) ? shown[position].id : nil
        }
    }

    extension TableCoordinator: ListSurface {
        private var visible: NSRect { scroller.contentView.bounds }

        func settle() {
            scroller.layoutSubtreeIfNeeded()
            table.layoutSubtreeIfNeeded()
        }

        var placed: [ScrollRule<Row.ID>.Placed] {
            let range: NSRange = table.rows(in: visible)
            guard range.length > 0 else { return [] }
            return (range.location..<(range.location + range.length)).compactMap {
                (row: Int) -> ScrollRule<Row.ID>.Placed? in
                guard shown.indices.contains(row) else { return nil }
                let frame: NSRect = table.rect(ofRow: row)
                return ScrollRule<Row.ID>.Placed(
                    row: shown[row].id, top: Double(frame.minY - visible.minY),
                    bottom: Double(frame.maxY - visible.minY))
            }
        }

        var above: Double { Double(visible.minY) }
        var below: Double { Double(table.frame.height - visible.maxY) }
        var height: Double { Double(visible.height) }
        var metrics: RowMetrics { RowMetrics(width: Double(visible.width)) }

        func top(of row: Row.ID) -> Double? {
            guard let position: Int = positions[row] else { return nil }
            return Double(table.rect(ofRow: position).minY - visible.minY)
        }

        func scroll(by points: Double) {
            let highest: CGFloat = max(0, table.frame.height - visible.height)
            let wanted: CGFloat = visible.minY + CGFloat(points)
            scroller.contentView.scroll(to: NSPoint(x: visible.minX, y: min(max(wanted, 0), highest)))
            scroller.reflectScrolledClipView(scroller.contentView)
        }
    }
#endif
