import ChatCore
import Foundation
import Testing

@testable import martlet

@Suite struct SettingsTests {
    @Test func `docs/serve.md has a row for each option`() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("docs/serve.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let begin = try #require(text.range(of: "<!-- options -->\n\n"))
        let end = try #require(text.range(of: "\n<!-- end of options -->"))
        let stands = String(text[begin.upperBound..<end.lowerBound])
        #expect(stands == OptionText.tables, "Put this between the two comments:\n\(OptionText.tables)")
    }

    @Test func `each name is there once, and each default is a value that its option takes`() throws {
        #expect(Set(ServeOption.all.map(\.name)).count == ServeOption.all.count)
        for option in ServeOption.all {
            var settings = ServeSettings(environment: ["HOME": "/home"])
            let values = option.write(settings)
            try option.read(values, &settings)
            #expect(option.write(settings) == values, "\(option.name)")
        }
    }

    @Test(arguments: [("25MiB", 26_214_400), ("1GiB", 1 << 30), ("512B", 512), ("0B", 0), ("0", 0)])
    func `a number of bytes has a unit`(_ text: String, _ bytes: UInt64) {
        #expect(Quantity.bytes.number(text) == bytes)
        #expect(Quantity.bytes.number(Quantity.bytes.text(bytes)) == bytes)
    }

    @Test(arguments: ["", "MiB", "25 MiB", "25MB", "512", "-1", "1.5GiB", "18446744073709551616", "16777216TiB", "२"])
    func `what is no number of bytes`(_ text: String) {
        #expect(Quantity.bytes.number(text) == nil)
    }

    @Test func `a time has a unit`() {
        #expect(Quantity.seconds.number("24h") == 86_400)
        #expect(Quantity.seconds.text(86_400) == "1d")
        #expect(Quantity.seconds.text(90) == "90s")
        #expect(Quantity.seconds.number("90") == nil)
    }

    @Test(arguments: [
        (
            "keep", "90",
            "--keep takes a time from 1s to 36500d, such as 24h or 90d, or off, not 90, which has no unit."
        ),
        (
            "keep-room", "lobby=7",
            "--keep-room takes a room and a time, such as lobby=7d or archive=off, not lobby=7, which has no unit."
        ),
        ("keep", "soon", "--keep takes a time from 1s to 36500d, such as 24h or 90d, or off, not soon."),
    ])
    func `a time without a unit is refused, and the sentence says so`(
        _ name: String, _ value: String, _ sentence: String
    ) throws {
        let option = try #require(ServeOption.all.first { $0.name == name })
        var settings = ServeSettings(environment: [:])
        let refusal = #expect(throws: ValueRefusal.self) { try option.read([value], &settings) }
        #expect(refusal?.sentence(at: option.flag, [value]) == sentence)
        #expect(settings.erasing == nil)
    }

    @Test func `the greeting says when messages are erased`() throws {
        var settings = ServeSettings(environment: [:])
        settings.keptRooms = ["lobby=7d", "archive=off"]
        #expect(settings.erasing == "messages are erased in archive never; in lobby after 7d")
        settings.keptSeconds = 90 * 86_400
        #expect(settings.erasing == "messages are erased after 90d; in archive never; in lobby after 7d")
    }

    @Test func `a refused address is shown without its password`() {
        func sentence(_ value: String) -> String { ValueRefusal("an address").sentence(at: "--store", [value]) }
        #expect(sentence("postgers://ann:secret@host/db") == "--store takes an address, not postgers://….")
        #expect(sentence("http://host/db?password=secret") == "--store takes an address, not http://….")
        #expect(sentence("https://host:port") == "--store takes an address, not https://host:port.")
    }

    @Test(arguments: [
        ("prot", "port"), ("connection-per-adress", "connections-per-address"), ("rate_limit", "rate-limit"),
    ])
    func `a mistyped name finds its option`(_ name: String, _ meant: String) {
        #expect(Similarity.closest(to: name, among: ServeOption.all.map(\.name)) == meant)
    }

    @Test func `a name like no other finds none`() {
        #expect(Similarity.closest(to: "colour-of-the-sky", among: ServeOption.all.map(\.name)) == nil)
    }

    @Test func `the version is asked for as of every other command`() throws {
        #expect(try ServeArguments(["--port", "1", "--version"]).wantsVersion)
        #expect(try !ServeArguments(["--port", "1"]).wantsVersion)
    }

    @Test func `of a flag the last value counts, of a list all do`() throws {
        let arguments = try ServeArguments([
            "--port", "1", "--allow-origin=http://a", "--port=2", "--allow-origin", "http://b",
        ])
        #expect(arguments.values == ["port": ["1", "2"], "allow-origin": ["http://a", "http://b"]])
    }
}
