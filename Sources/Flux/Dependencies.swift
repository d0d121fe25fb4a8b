/// Names a dependency, such as a service. It has the form of SwiftUI's `EnvironmentKey`.
public protocol DependencyKey {
    /// The service's type.
    associatedtype Value: Sendable
    /// The value that the app uses. A test store fails if a test reads it without setting another.
    static var defaultValue: Value { get }
}

/// The services and the clock that a store's async actions use. An app adds its own services as
/// properties, like `clock`.
public struct Dependencies: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]
    /// Called with the name of a key that has no value.
    package var missing: (@Sendable (String) -> Void)?

    /// Creates the dependencies: `Dependencies { $0.films = service }`. A key that is not set has
    /// its default value.
    public init(_ set: (inout Dependencies) -> Void = { _ in }) { set(&self) }

    /// The key's value.
    public subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
        get {
            if let value = values[ObjectIdentifier(key)] as? Key.Value { return value }
            missing?("\(key)")
            return key.defaultValue
        }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    /// The clock for pauses: `try await dependencies.clock.sleep(for: .seconds(1))`.
    public var clock: any Clock<Duration> {
        get { self[ClockKey.self] }
        set { self[ClockKey.self] = newValue }
    }

    private enum ClockKey: DependencyKey {
        static var defaultValue: any Clock<Duration> { ContinuousClock() }
    }
}
