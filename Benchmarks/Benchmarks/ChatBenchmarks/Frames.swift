import Benchmark
import ChatNIO
import ChatWire
import NIOCore

/// JSON in and out, and the frame around it.
func frames() {
    Benchmark("Write-a-v1-event") { benchmark in
        let event = Sample.event()
        var writer = JSONWriter(capacity: 1_024)
        benchmark.measure {
            for _ in benchmark.scaledIterations {
                writer.removeAll()
                Event.writeEvent(room: Sample.room, epoch: Sample.epoch, event: event, to: &writer)
                blackHole(writer.count)
            }
        }
    }

    Benchmark("Read-a-v1-send") { benchmark in
        let request = ClientFrame(ref: 6, request: .mutate(room: Sample.room, number: 1, .message(text: Sample.text)))
        let json = Sample.json { request.write(to: &$0) }
        try benchmark.measure {
            for _ in benchmark.scaledIterations { blackHole(try ClientFrame(json: json)) }
        }
    }

    Benchmark("Write-a-SwiftChat-message") { benchmark in
        let frame = SwiftChatFrame.Delivered(
            at: Sample.at, id: EventID(high: 1, low: 2), message: Sample.text, user: Sample.author.name,
            userID: Sample.author.user)
        var writer = JSONWriter(capacity: 1_024)
        benchmark.measure {
            for _ in benchmark.scaledIterations {
                writer.removeAll()
                frame.write(to: &writer)
                blackHole(writer.count)
            }
        }
    }

    Benchmark("Read-a-SwiftChat-message") { benchmark in
        let frame = SwiftChatFrame.Submitted(
            message: Sample.text, user: Sample.author.name, userID: Sample.author.user)
        let json = Sample.json { frame.write(to: &$0) }
        try benchmark.measure {
            for _ in benchmark.scaledIterations { blackHole(try SwiftChatFrame.Submitted(json: json)) }
        }
    }

    Benchmark("Read-a-WebSocket-frame") { benchmark in
        // From a client: masked, here with the key 0.
        let payload = [UInt8](Sample.text.utf8)
        let frame = ByteBuffer(bytes: [0x81, 0x80 | UInt8(payload.count), 0, 0, 0, 0] + payload)
        benchmark.measure {
            for _ in benchmark.scaledIterations {
                var bytes = frame
                var reader = WebSocketFrameReader(role: .server)
                var machine = WebSocketProtocol()
                while let output = reader.next(&bytes) { blackHole(machine.handle(.frame(output))) }
            }
        }
    }
}
