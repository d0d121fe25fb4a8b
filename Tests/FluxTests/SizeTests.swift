import Foundation
import Testing

struct SizeTests {
    @Test func `Flux stays small: less than 900 lines of code, as its page says`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        var count = 0
        for module in ["Flux", "FluxTesting"] {
            let folder = root.appendingPathComponent("Sources/\(module)")
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            for file in files where file.hasSuffix(".swift") {
                let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
                count += text.split(separator: "\n").count { line in
                    let code = line.drop { $0 == " " }
                    return !code.isEmpty && !code.hasPrefix("//")
                }
            }
        }
        #expect(count > 500 && count < 900)
    }
}
