import Dispatch

/// Runs work items one at a time, in the order in which they were added: a serial dispatch queue,
/// or what a simulation runs when its scheduler says so.
package struct WorkQueue: Sendable {
    package typealias Work = @Sendable () -> Void

    private let add: @Sendable (@escaping Work) -> Void

    /// - Parameter add: called on any thread
    package init(_ add: @escaping @Sendable (@escaping Work) -> Void) { self.add = add }

    /// A serial dispatch queue of this name.
    static func dispatch(_ label: String, qos: DispatchQoS = .unspecified) -> WorkQueue {
        let queue = DispatchQueue(label: label, qos: qos)
        return WorkQueue { queue.async(execute: $0) }
    }

    func async(_ work: @escaping Work) { add(work) }
}
