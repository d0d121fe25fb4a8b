import NIOConcurrencyHelpers

/// Limits how many files are open at once. Each open file holds a slot. A quarter of the slots is
/// for uploads only.
final class DescriptorSlots: Sendable {
    /// Returns its place when it is released.
    final class Slot: Sendable {
        private let slots: DescriptorSlots
        private let isReader: Bool

        fileprivate init(_ slots: DescriptorSlots, isReader: Bool) { (self.slots, self.isReader) = (slots, isReader) }

        deinit {
            slots.taken.withLockedValue { taken in
                taken.all -= 1
                if isReader { taken.readers -= 1 }
            }
        }
    }

    private let limit: Int
    private let taken = NIOLockedValueBox((all: 0, readers: 0))

    init(_ limit: Int) { self.limit = limit }

    /// Takes a slot; `nil` if all are taken, or all that are for readers.
    ///
    /// - Parameter isReader: whether it is for a download
    func take(isReader: Bool) -> Slot? {
        let isTaken = taken.withLockedValue { taken in
            guard taken.all < limit, !isReader || taken.readers < limit - limit / 4 else { return false }
            taken.all += 1
            if isReader { taken.readers += 1 }
            return true
        }
        return isTaken ? Slot(self, isReader: isReader) : nil
    }
}
