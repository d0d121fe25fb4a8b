#if canImport(SwiftUI) && canImport(UIKit)
    import ChatModel
    import SwiftUI
    import UIKit

    /// The message list on iOS: cells are SwiftUI views; the driver decides the scroll position.
    struct CollectionMessageList: UIViewRepresentable {
        let content: MessageListContent

        func makeCoordinator() -> CollectionCoordinator { CollectionCoordinator(content: content) }

        func makeUIView(context: Context) -> UICollectionView { context.coordinator.makeView() }

        func updateUIView(_ view: UICollectionView, context: Context) { context.coordinator.show(content) }
    }

    /// Fills a collection view, and scrolls it as the driver decides.
    @MainActor
    final class CollectionCoordinator: NSObject {
        private let driver: ListDriver = ListDriver()
        private var content: MessageListContent
        private var rows: [Row.ID: Row] = [:]
        private var shown: [Row] = []
        private var source: UICollectionViewDiffableDataSource<Int, Row.ID>?
        private weak var view: UICollectionView?
        private var contentHeight: CGFloat = 0
        private var layoutRule: LayoutRule = LayoutRule()

        init(content: MessageListContent) {
            self.content = content
            super.init()
        }

        func makeView() -> UICollectionView {
            var list: UICollectionLayoutListConfiguration = UICollectionLayoutListConfiguration(appearance: .plain)
            list.showsSeparators = false
            list.backgroundColor = .clear
            let view: SizedCollectionView = SizedCollectionView(
                frame: .zero, collectionViewLayout: UICollectionViewCompositionalLayout.list(using: list))
            view.backgroundColor = .clear
            view.allowsSelection = false
            view.alwaysBounceVertical = true
            // Not interactive: SwiftUI moves the composer only when the keyboard has gone, so it
            // would not follow the finger.
            view.keyboardDismissMode = .onDrag
            view.delegate = self
            driver.reportsWait = { [weak self] in
                DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.driver.report() } }
            }
            view.laidOut = { [weak self] in self?.layoutEnded() }
            view.accessibilityCustomRotors = makeRotors()
            self.view = view
            source = makeSource(view)
            return view
        }

        private func makeSource(_ view: UICollectionView) -> UICollectionViewDiffableDataSource<Int, Row.ID> {
            let registration: UICollectionView.CellRegistration<UICollectionViewCell, Row.ID> =
                UICollectionView.CellRegistration<UICollectionViewCell, Row.ID> {
                    [weak self] (cell: UICollectionViewCell, _: IndexPath, id: Row.ID) in
                    guard let self, let row: Row = self.rows[id] else { return }
                    let hosted: HostedRow = self.content.view(of: row)
                    // The system's least height is that of a row to tap. Notices are lower.
                    cell.contentConfiguration = UIHostingConfiguration { hosted }
                        .margins(.all, 0)
                        .minSize(width: 0, height: 0)
                    cell.backgroundConfiguration = UIBackgroundConfiguration.clear()
                }
            return UICollectionViewDiffableDataSource<Int, Row.ID>(collectionView: view) {
                (view: UICollectionView, path: IndexPath, id: Row.ID) -> UICollectionViewCell? in
                view.dequeueConfiguredReusableCell(using: registration, for: path, item: id)
            }
        }

        func show(_ content: MessageListContent) {
            let redrawn: Set<Row.ID> = content.redrawn(since: self.content)
            self.content = content
            view?.semanticContentAttribute = content.look.isRightToLeft ? .forceRightToLeft : .forceLeftToRight
            driver.events = content.events
            driver.hasOlder = content.hasOlder
            driver.hasNewer = content.hasNewer
            if content.rows != shown || !redrawn.isEmpty { apply(content.rows, redrawn: redrawn) }
            driver.answer(content.request, on: self)
        }

        private func apply(_ new: [Row], redrawn: Set<Row.ID>) {
            var ids: [Row.ID] = []
            var changed: [Row.ID] = []
            var next: [Row.ID: Row] = [:]
            for row: Row in new where next[row.id] == nil {
                next[row.id] = row
                ids.append(row.id)
                if let old: Row = rows[row.id], old != row || redrawn.contains(row.id) { changed.append(row.id) }
            }
            rows = next
            shown = new
            var snapshot: NSDiffableDataSourceSnapshot<Int, Row.ID> = NSDiffableDataSourceSnapshot<Int, Row.ID>()
            snapshot.appendSections([0])
            snapshot.appendItems(ids, toSection: 0)
            snapshot.reconfigureItems(changed)
            let whole: NSDiffableDataSourceSnapshot<Int, Row.ID> = snapshot
            driver.show(new, on: self) {
                source?.apply(whole, animatingDifferences: false)
            }
        }
    }

    extension CollectionCoordinator: UICollectionViewDelegate {
        private func layoutEnded() {
            guard let view else { return }
            let layout: LayoutRule.Layout = LayoutRule.Layout(
                metrics: metrics, height: Double(view.bounds.height), content: Double(view.contentSize.height),
                offset: Double(view.contentOffset.y))
            let isByHand: Bool = view.isTracking || view.isDecelerating
            if layoutRule.isResized(layout, byHand: isByHand) { driver.resized(self) }
        }

        func scrollViewDidScroll(_ scrollView: UIScrollView) {
            // A move without a finger and without growing content came from VoiceOver, a key or a
            // tap on the status bar.
            let hasGrown: Bool = scrollView.contentSize.height != contentHeight
            contentHeight = scrollView.contentSize.height
            driver.moved(on: self, byReader: scrollView.isTracking || scrollView.isDecelerating || !hasGrown)
        }
    }

    extension CollectionCoordinator {
        private func makeRotors() -> [UIAccessibilityCustomRotor] {
            MessageRotor.allCases.map { (rotor: MessageRotor) in
                UIAccessibilityCustomRotor(name: rotor.name) {
                    [weak self] (search: UIAccessibilityCustomRotorSearchPredicate) in
                    self?.result(of: search, by: rotor)
                }
            }
        }

        /// Brings the next row of the rotor into sight: VoiceOver can go only to what is laid out.
        private func result(
            of search: UIAccessibilityCustomRotorSearchPredicate, by rotor: MessageRotor
        ) -> UIAccessibilityCustomRotorItemResult? {
            let isForward: Bool = search.searchDirection == UIAccessibilityCustomRotor.Direction.next
            let current: Row.ID? = row(of: search.currentItem.targetElement)
            guard let found: Row = rotor.row(in: shown, from: current, isForward: isForward) else { return nil }
            driver.reveal(found.id, on: self)
            guard let path: IndexPath = source?.indexPath(for: found.id),
                let cell: UICollectionViewCell = view?.cellForItem(at: path)
            else { return nil }
            return UIAccessibilityCustomRotorItemResult(
                targetElement: firstElement(in: cell) ?? cell, targetRange: nil)
        }

        /// The row with VoiceOver's element, by its place: the element is one of SwiftUI's.
        private func row(of element: (any NSObjectProtocol)?) -> Row.ID? {
            guard let view, let source, let element: NSObject = element as? NSObject else { return nil }
            let list: CGRect = UIAccessibility.convertToScreenCoordinates(view.bounds, in: view)
            let below: CGFloat = element.accessibilityFrame.midY - list.minY
            let point: CGPoint = CGPoint(x: view.bounds.midX, y: view.bounds.minY + below)
            return view.indexPathForItem(at: point).flatMap { (path: IndexPath) in source.itemIdentifier(for: path) }
        }

        private func firstElement(in part: NSObject) -> NSObject? {
            if part.isAccessibilityElement { return part }
            let inner: [Any] = part.accessibilityElements ?? (part as? UIView)?.subviews ?? []
            for case let child as NSObject in inner {
                if let found: NSObject = firstElement(in: child) { return found }
            }
            return nil
        }
    }

    extension CollectionCoordinator: ListSurface {
        private var upperEdge: CGFloat {
            guard let view else { return 0 }
            return view.contentOffset.y + view.adjustedContentInset.top
        }

        func settle() { view?.layoutIfNeeded() }

        var placed: [ScrollRule<Row.ID>.Placed] {
            guard let view, let source else { return [] }
            let edge: CGFloat = upperEdge
            return view.indexPathsForVisibleItems.sorted().compactMap {
                (path: IndexPath) -> ScrollRule<Row.ID>.Placed? in
                guard let id: Row.ID = source.itemIdentifier(for: path),
                    let frame: CGRect = view.layoutAttributesForItem(at: path)?.frame
                else { return nil }
                return ScrollRule<Row.ID>.Placed(
                    row: id, top: Double(frame.minY - edge), bottom: Double(frame.maxY - edge))
            }
        }

        var above: Double { Double(upperEdge) }

        var below: Double {
            guard let view else { return 0 }
            return Double(view.contentSize.height) - Double(upperEdge) - height
        }

        var height: Double {
            guard let view else { return 0 }
            return Double(view.bounds.height - view.adjustedContentInset.top - view.adjustedContentInset.bottom)
        }

        var metrics: RowMetrics {
            guard let view else { return RowMetrics() }
            return RowMetrics(
                width: Double(view.bounds.width), textSize: view.traitCollection.preferredContentSizeCategory.rawValue)
        }

        func top(of row: Row.ID) -> Double? {
            guard let view, let path: IndexPath = source?.indexPath(for: row),
                let frame: CGRect = view.layoutAttributesForItem(at: path)?.frame
            else { return nil }
            return Double(frame.minY - upperEdge)
        }

        func scroll(by points: Double) {
            guard let view else { return }
            let lowest: CGFloat = -view.adjustedContentInset.top
            let highest: CGFloat = max(
                lowest, view.contentSize.height - view.bounds.height + view.adjustedContentInset.bottom)
            let wanted: CGFloat = view.contentOffset.y + CGFloat(points)
            view.contentOffset = CGPoint(x: view.contentOffset.x, y: min(max(wanted, lowest), highest))
        }
    }

    /// Reports each layout.
    private final class SizedCollectionView: UICollectionView {
        var laidOut: (() -> Void)?

        override func layoutSubviews() {
            super.layoutSubviews()
            laidOut?()
        }

        /// With another text size the heights that were measured are wrong.
        override func traitCollectionDidChange(_ former: UITraitCollection?) {
            super.traitCollectionDidChange(former)
            if former?.preferredContentSizeCategory == traitCollection.preferredContentSizeCategory { return }
            collectionViewLayout.invalidateLayout()
        }
    }
#endif
