import Testing

@testable import martlet

@Suite struct BenchWindowTests {
    @Test func `no more go out than the window holds`() {
        var window = BenchWindow(capacity: 3)
        let refs = (1...4).map { window.open(due: UInt64($0)) }
        #expect(refs.prefix(3).allSatisfy { $0 != nil })
        #expect(refs[3] == nil)
        #expect(window.inFlight == 3 && window.isFull)
    }

    @Test func `answers may come in any order, and each once`() {
        var window = BenchWindow(capacity: 256)
        let refs = (0..<256).compactMap { window.open(due: UInt64($0) + 1_000) }
        #expect(Set(refs).count == 256)
        for (index, ref) in refs.enumerated().reversed() {
            #expect(window.close(ref) == UInt64(index) + 1_000)
            #expect(window.close(ref) == nil)
        }
        #expect(window.inFlight == 0)
    }

    @Test func `an answer to an earlier message in the same place is none to the later one`() throws {
        var window = BenchWindow(capacity: 1)
        let opened = window.open(due: 1)
        let first = try #require(opened)
        #expect(window.close(first) == 1)
        let reopened = window.open(due: 2)
        let second = try #require(reopened)
        #expect(first != second)
        #expect(window.close(first) == nil)
        #expect(window.close(0) == nil)
        #expect(window.close(second) == 2)
    }
}
