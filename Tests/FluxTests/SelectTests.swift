import Flux
import Testing

/// A hundred parts, each shown by a view of its own.
private struct Table: FluxState {
    var rows = Array(repeating: 0, count: 100)
}

private enum RowAction: Action {
    case changed(Int)
    case touched
}

private struct Unknown: Action {}

private let table = Reducer<Table, any Action>.combine(
    Reducer { (table: inout Table, action: RowAction) in
        if case .changed(let row) = action { table.rows[row] += 1 }
    })

@MainActor
@Suite(.timeLimit(.minutes(1))) struct SelectTests {
    private let store = Store(reducer: table, state: Table())

    @Test func `one action publishes one of a hundred slices`() async {
        let slices = (0..<100).map { row in store.select { $0.rows[row] } }
        var published = Array(repeating: 0, count: 100)
        func listen(_ row: Int) -> Task<Void, Never> {
            Task { for await _ in slices[row].values { published[row] += 1 } }
        }
        let listeners = (0..<100).map(listen)
        func until(_ isMet: () -> Bool) async { while !isMet() { await Task.yield() } }
        await until { published == Array(repeating: 1, count: 100) }
        store.dispatch(action: RowAction.changed(42))
        store.dispatch(action: RowAction.touched)
        await until { published[42] == 2 }
        store.dispatch(action: RowAction.changed(99))
        await until { published[99] == 2 }
        #expect(published.reduce(0, +) == 102)
        #expect(slices.map(\.value).filter { $0 == 1 }.count == 2)
        for listener in listeners { listener.cancel() }
    }

    @Test func `a reader of a slice's values keeps the slice, and only as long as it reads`() async {
        weak var slice: Slice<Int>?
        var values: AsyncStream<Int>.Iterator?
        do {
            let selected = store.select { $0.rows[0] }
            slice = selected
            values = selected.values.makeAsyncIterator()
        }
        #expect(await values?.next() == 0)
        store.dispatch(action: RowAction.changed(0))
        #expect(await values?.next() == 1)
        values = nil
        #expect(slice == nil)
    }

    @Test func `one action runs one of a hundred connected views again, once`() {
        let views = (0..<100).map { row in ConnectedRow(row, store) }
        #expect(views.map(\.runs) == Array(repeating: 1, count: 100))
        store.dispatch(action: RowAction.changed(42))
        #expect(views.filter { $0.runs == 2 }.map(\.row) == [42])
        #expect(views[42].shown == 1)
        store.dispatch(action: RowAction.touched)
        #expect(views.map(\.runs).reduce(0, +) == 101)
    }

    @Test func `a selector runs once for each action that a reducer takes, and not for others`() {
        var runs = 0
        let slices = (0..<100).map { row in
            store.select { table in
                runs += 1
                return table.rows[row]
            }
        }
        runs = 0
        store.dispatch(action: RowAction.touched)
        #expect(runs == 100)
        store.dispatch(action: Unknown())
        store.dispatch(action: Cancel(id: "nothing"))
        #expect(runs == 100)
        _ = slices.count
    }

    @Test func `a selector runs once for an action and all that it leads to`() {
        let echo: Middleware<Table> = { dispatch, state in
            { next in
                { action in
                    next(action)
                    if state().rows[0] < 10 { dispatch(RowAction.changed(0)) }
                }
            }
        }
        let store = Store(reducer: table, middleware: [echo], state: Table())
        var seen: [Int] = []
        let slice = store.select { table in
            seen.append(table.rows[0])
            return table.rows[0]
        }
        store.dispatch(action: RowAction.touched)
        #expect(slice.value == 10)
        #expect(seen == [0, 10])
    }

    @Test func `a slice or a view that is gone costs nothing`() {
        var runs = 0
        var slice: Slice<Int>? = store.select { table in
            runs += 1
            return table.rows[0]
        }
        var view: ConnectedRow? = ConnectedRow(0, store) { runs += 1 }
        (slice, view, runs) = (nil, nil, 0)
        store.dispatch(action: RowAction.changed(0))
        #expect(slice == nil && view == nil)
        #expect(runs == 0)
    }

    @Test func `props are not computed again while a view waits to be drawn`() {
        var maps = 0
        let view = ConnectedRow(0, store, isDrawn: false) { maps += 1 }
        for _ in 1...5 { store.dispatch(action: RowAction.changed(0)) }
        // One for the first run, one that found the change.
        #expect(maps == 2)
        view.run()
        #expect(view.shown == 5)
    }

    @Test func `a view whose props are not equatable runs after every change`() {
        let connection = ViewConnection<Table, () -> Int>()
        var runs = 0
        func run() {
            runs += 1
            _ = connection.props(of: store, map: { state in { state.rows[0] } }, changed: run)
        }
        run()
        store.dispatch(action: RowAction.changed(7))
        store.dispatch(action: RowAction.touched)
        #expect(runs == 3)
    }
}

/// Runs as SwiftUI runs a connected view: at first, and when its connection says so.
@MainActor
private final class ConnectedRow {
    let row: Int
    private(set) var runs = 0
    private(set) var shown = 0
    private let store: Store<Table>
    private let isDrawn: Bool
    private let mapping: () -> Void
    private let connection = ViewConnection<Table, Int>()

    init(_ row: Int, _ store: Store<Table>, isDrawn: Bool = true, mapping: @escaping () -> Void = {}) {
        (self.row, self.store, self.isDrawn, self.mapping) = (row, store, isDrawn, mapping)
        run()
    }

    func run() {
        runs += 1
        let map: @MainActor (Table) -> Int = { [row, mapping] table in
            mapping()
            return table.rows[row]
        }
        shown = connection.props(of: store, map: map) { [weak self] in
            if let self, isDrawn { run() }
        }
    }
}
