#if canImport(Combine)
    import Combine
#endif

/// A part of a store's state, or a value computed from it, that publishes only when it changes. It
/// retains its store. Make it with ``Store/select(_:)``.
@MainActor
public final class Slice<Value: Equatable & Sendable> {
    /// The current value.
    #if canImport(Combine)
        @Published
    #endif
    public private(set) var value: Value

    private var streams = Streams<Value>()
    private let store: AnyObject

    init(_ value: Value, of store: AnyObject) { (self.value, self.store) = (value, store) }

    deinit { streams.finish() }

    /// The current value, then every change, as long as somebody reads. A slow reader gets the
    /// newest.
    public var values: AsyncStream<Value> { streams.add(startingWith: value, retaining: self) }

    func update(_ new: Value) {
        guard new != value else { return }
        value = new
        streams.send(new)
    }
}

#if canImport(Combine)
    extension Slice: ObservableObject {}
#endif
