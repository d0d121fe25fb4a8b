import NIOConcurrencyHelpers

/// Limits how many files are open at once. Each open file holds a slot.
final class DescriptorSlots: Sendable {
    /// Returns its place when it is released.
    final class Slot: Sendable {
        private let slots: DescriptorSlots

        fileprivate init(_ slots: DescriptorSlots) { self.slots = slots }

        deinit { slots.taken.withLockedValue { $0 -= 1 } }
    }

    private let limit: Int
    private let taken = NIOLockedValueBox(0)

    init(_ limit: Int) { self.limit = limit }

    /// Takes a slot; `nil` if all are taken.
    func take() -> Slot? {
        let isTaken = taken.withLockedValue { taken in
            guard taken < limit else { return false }
            taken += 1
            return true
        }
        return isTaken ? Slot(self) : nil
    }
}
