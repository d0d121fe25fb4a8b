import Benchmark
import ChatNIO
import ChatWire
import NIOCore

/// The line protocol: bytes to a request.
func lines() {
    Benchmark("Read-a-line") { benchmark in
        let line = ByteBuffer(string: "msg:\(Sample.text)\n")
        var splitter = LineSplitter()
        try benchmark.measure {
            for _ in benchmark.scaledIterations {
                splitter.append(line)
                guard case .line(let bytes) = splitter.next() else { return benchmark.error("no line") }
                let request = try bytes.withUnsafeReadableBytes { try LineRequest($0.bindMemory(to: UInt8.self)) }
                blackHole(request)
            }
        }
    }
}
