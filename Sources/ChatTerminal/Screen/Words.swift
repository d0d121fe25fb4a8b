/// Sentences of the terminal client.
package enum Words {
    /// `2 messages wait`.
    package static func waiting(_ count: Int) -> String { count == 1 ? "1 message waits" : "\(count) messages wait" }
}
