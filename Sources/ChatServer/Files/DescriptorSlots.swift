import NIOConcurrencyHelpers

/// How many files may be open at once; each open one holds a slot.
final class DescriptorSlots: Sendable {
    /// Gives its place back when nobody holds it any more.
    final class Slot: Sendable {
        private let slots: DescriptorSlots

        fileprivate init(_ slots: DescriptorSlots) { self.slots = slots }

        deinit { slots.taken.withLockedValue { $0 -= 1 } }
    }

    private let limit: Int
    private let taken = NIOLockedValueBox(0)

    init(_ limit: Int) { self.limit = limit }

    /// `nil` when all are taken.
    func take() -> Slot? {
        let isTaken = taken.withLockedValue { taken in
            guard taken < limit else { return false }
            taken += 1
            return true
        }
        return isTaken ? Slot(self) : nil
    }
}
