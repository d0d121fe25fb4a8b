#if canImport(Combine)
    import Combine
#endif

/// Decides when a connected view runs again: when its props have changed.
@MainActor
package final class ViewConnection<State: FluxState, Props> {
    private weak var store: Store<State>?
    private var map: (@MainActor (State) -> Props)?
    private var changed: (@MainActor () -> Void)?
    /// `nil` while the view is to run again: until then nothing more is computed for it.
    private var shown: Props?

    /// Creates the connection of one view.
    package init() {}

    /// Returns the props for a run of the view. The first change of these calls `changed`, once.
    package func props(
        of store: Store<State>, map: @escaping @MainActor (State) -> Props, changed: @escaping @MainActor () -> Void
    ) -> Props {
        let props = map(store.state)
        (self.map, self.changed, shown) = (map, changed, props)
        if self.store !== store {
            self.store = store
            store.follow(self) { [weak store] connection, state in
                if connection.store === store { connection.update(state) }
            }
        }
        return props
    }

    private func update(_ state: State) {
        guard let shown, let map, !areEqual(shown, map(state)) else { return }
        self.shown = nil
        changed?()
    }

    /// Props that are not `Equatable` count as changed.
    private func areEqual(_ old: Props, _ new: Props) -> Bool {
        func isEqual<Value: Equatable>(_ old: Value) -> Bool { old == new as? Value }
        return (old as? any Equatable).map { isEqual($0) } ?? false
    }
}

#if canImport(Combine)
    extension ViewConnection: ObservableObject {}

    /// Leads connected views to their store. Unlike the store, it publishes nothing.
    @MainActor
    final class StoreReference<State: FluxState>: ObservableObject {
        unowned let store: Store<State>
        let dispatch: DispatchFunction

        init(_ store: Store<State>) {
            self.store = store
            dispatch = { [weak store] in store?.dispatch(action: $0) }
        }
    }
#endif
