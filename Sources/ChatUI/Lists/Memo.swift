/// Remembers the value that was computed last. It is computed anew when its input has changed, and
/// not each time a screen is drawn.
///
/// Inputs are compared. Collections that share their storage, because nothing has changed them, are
/// compared at once, however large they are.
@MainActor
package final class Memo<Input: Equatable, Value> {
    private var last: (input: Input, value: Value)?

    package init() {}

    /// The value of this input.
    package func value(of input: Input, _ compute: (Input) -> Value) -> Value {
        if let last, last.input == input { return last.value }
        let value = compute(input)
        last = (input, value)
        return value
    }
}
