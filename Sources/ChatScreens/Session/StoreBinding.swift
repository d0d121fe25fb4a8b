#if canImport(SwiftUI)
    import ChatStore
    import Flux
    import SwiftUI

    extension Store where State == AppState {
        /// A part of the state that a view reads, and the action that it dispatches in place of
        /// writing.
        func binding<Value: Sendable>(
            _ read: @escaping @MainActor @Sendable (AppState) -> Value,
            _ action: @escaping @MainActor @Sendable (Value) -> any Action
        ) -> Binding<Value> {
            // SwiftUI reads and writes bindings on the main actor, though their type does not say
            // so.
            Binding<Value>(
                get: { MainActor.assumeIsolated { read(self.state) } },
                set: { (value: Value) in MainActor.assumeIsolated { self.dispatch(action: action(value)) } })
        }
    }
#endif
