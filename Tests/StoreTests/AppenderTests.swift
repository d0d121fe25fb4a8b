import ChatWire
import Testing

@Suite struct `The appender's table of devices` {
    /// With the limit at 50,000 it had twice the entries that it could ever use: 98,304.
    @Test func `has room for one commit beyond its limit, and doubles no more`() {
        let devices = Dictionary<Int, Int>(minimumCapacity: Limits.appenderDevices + Limits.commitBatch)
        #expect(devices.capacity == 24_576)
    }
}
