import Testing

@testable import ChatUI

@MainActor
struct MemoTests {
    @Test func `a value is computed when its input changes, and not before`() {
        let memo = Memo<[Int], Int>()
        var count = 0
        func sum(_ numbers: [Int]) -> Int {
            memo.value(of: numbers) { numbers in
                count += 1
                return numbers.reduce(0, +)
            }
        }
        #expect(sum([1, 2]) == 3 && sum([1, 2]) == 3)
        #expect(count == 1)
        #expect(sum([1, 2, 3]) == 6 && sum([1, 2]) == 3)
        #expect(count == 3)
    }
}
