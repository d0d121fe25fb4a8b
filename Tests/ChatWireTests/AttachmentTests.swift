import Testing

@testable import ChatWire

@Suite struct AttachmentTests {
    private let photo = Attachment(
        id: FileID(high: 1, low: 2), name: "swift 🐦.jpg", type: "image/jpeg", size: 9,
        dimensions: .init(width: 3, height: 2))

    private func refusal(_ members: String) -> WireError? {
        client(#"{"type":"send","ref":1,"room":"lobby","number":1,"text":"x","attachment":{\#(members)}}"#).failure?
            .error
    }

    @Test func `an attachment comes back from the wire as it went`() throws {
        var album = photo
        album.album = Limits.largestInteger
        let video = ChatWire.Attachment(id: photo.id, name: "a", type: "video/mp4", size: Limits.largestInteger)
        var voice = video
        voice.voice = Attachment.Voice(duration: Limits.voiceDuration, levels: (0..<64).map { $0 % 16 })
        #expect(voice.voice != nil)
        var small = photo
        small.thumbnail = Attachment.Thumbnail(
            id: FileID(high: 3, low: 4), type: "image/webp", size: 8, dimensions: .init(width: 1_024, height: 1))
        for photo in [photo, album, video, voice, small] {
            let frame = ClientFrame(
                ref: 1, request: .mutate(room: .lobby, number: 1, .message(text: "x", attachment: photo)))
            #expect(try client(written { frame.write(to: &$0) }).get() == frame)
        }
    }

    @Test func `the largest attachment needs no more bytes than are counted for it`() {
        let size = Attachment.Dimensions(width: Limits.largestInteger, height: Limits.largestInteger)
        var file = Attachment(
            id: FileID(high: .max, low: .max), name: String(repeating: "\"", count: Limits.fileNameBytes),
            type: String(repeating: "t", count: Limits.mediaTypeBytes), size: Limits.largestInteger, dimensions: size)
        file.album = Limits.largestInteger
        let thumbnail = Attachment.Thumbnail(
            id: FileID(high: .max, low: 1), type: "image/jpeg", size: Limits.thumbnailBytes,
            dimensions: .init(width: Limits.thumbnailPixels, height: Limits.thumbnailPixels))
        let voice = Attachment.Voice(
            duration: Limits.voiceDuration, levels: Array(repeating: 15, count: Limits.voiceLevels))
        for (voice, thumbnail) in [(nil, nil), (voice, nil), (nil, thumbnail), (voice, thumbnail)] {
            (file.voice, file.thumbnail) = (voice, thumbnail)
            let member = written { writer in
                writer.beginObject()
                file.writeMember(to: &writer)
                writer.endObject()
            }
            #expect(member.utf8.count <= file.jsonBytes)
        }
    }

    @Test(arguments: [
        ("", "id"), (#""id":"0""#, "id"),
        (#""id":"5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A59","name":"a","type":"b/c","size":0"#, "size"),
        (#""id":"5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A59","name":"a","type":"b/c","size":1,"width":2"#, "height"),
        (#""id":"5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A59","name":"a","type":"b/c","size":1,"height":2"#, "width"),
        (#""id":"5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A59","name":"a","type":"b/c","size":1,"album":0"#, "album"),
        (#""id":"5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A59","name":"a","type":"b/c","size":1,"album":-1"#, "album"),
        (#""id":"5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A59","name":"a","type":"b/c","size":1,"album":"7""#, "album"),
        (#""id":"5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A59","name":"a","type":"b/c","size":1,"album":[7]"#, "album"),
        (#""id":"5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A59","name":"a","type":"b/c","size":1,"thumbnail":7"#, "thumbnail"),
        (#""id":"5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A59","name":"a","type":"b/c","size":1,"voice":7"#, "voice"),
        (#""id":"5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A59","name":"a","type":"b/c","size":1,"voice":{}"#, "duration"),
    ])
    func `what is missing or wrong is named`(members: String, key: String) {
        #expect(refusal(members)?.code == .badRequest)
        #expect(refusal(members)?.text.contains("\"\(key)\"") == true)
    }

    @Test(arguments: [
        (#""duration":0,"levels":"0""#, "duration"), (#""duration":3600001,"levels":"0""#, "duration"),
        (#""duration":1"#, "levels"), (#""duration":1,"levels":7"#, "levels"), (#""duration":1,"levels":"""#, "levels"),
        (#""duration":1,"levels":"A""#, "levels"), (#""duration":1,"levels":"0g""#, "levels"),
        (#""duration":1,"levels":"\#(String(repeating: "0", count: 65))""#, "levels"),
    ])
    func `what is wrong with a voice message is named`(members: String, key: String) {
        let file = #""id":"5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A59","name":"a","type":"b/c","size":1"#
        #expect(refusal(file + #","voice":{\#(members)}"#)?.code == .badRequest)
        #expect(refusal(file + #","voice":{\#(members)}"#)?.text.contains("\"\(key)\"") == true)
    }

    @Test(arguments: [
        (#""type":"image/png","size":1,"width":2,"height":2"#, "id"),
        (#""id":"5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A59","type":"image/png","size":1,"width":2,"height":2"#, "thumbnail"),
        (#""id":"5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A60","size":1,"width":2,"height":2"#, "type"),
        (#""id":"5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A60","type":"image/gif","size":1,"width":2,"height":2"#, "thumbnail"),
        (#""id":"5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A60","type":"image/png","size":0,"width":2,"height":2"#, "size"),
        (
            #""id":"5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A60","type":"image/png","size":131073,"width":2,"height":2"#,
            "thumbnail"
        ),
        (#""id":"5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A60","type":"image/png","size":1"#, "width"),
        (
            #""id":"5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A60","type":"image/png","size":1,"width":1025,"height":2"#,
            "thumbnail"
        ),
    ])
    func `what is wrong with a thumbnail is named`(members: String, key: String) {
        let file = #""id":"5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A59","name":"a","type":"b/c","size":1"#
        #expect(refusal(file + #","thumbnail":{\#(members)}"#)?.code == .badRequest)
        #expect(refusal(file + #","thumbnail":{\#(members)}"#)?.text.contains("\"\(key)\"") == true)
    }

    @Test func `an avatar is in no album, and no voice message`() {
        let members =
            #""id":"5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A59","name":"a","type":"image/png","size":1,"album":7,"#
            + #""voice":{"duration":1,"levels":"0"}"#
        let frame = client(
            #"{"type":"settings","ref":1,"room":"lobby","number":1,"avatar":{\#(members)}}"#)
        guard case .mutate(_, _, _, .settings(let change)) = try? frame.get().request else {
            Issue.record("no settings")
            return
        }
        let avatar = change.avatar?.attachment
        #expect(avatar?.size == 1 && avatar?.album == nil && avatar?.voice == nil)
    }

    @Test(arguments: ["a", "naïve.txt", "👩‍👩‍👧.png", "-rf", "a:b", String(repeating: "x", count: 255)])
    func `a file may be called what people call files`(name: String) {
        #expect(FileRule.check(name: name) == nil)
    }

    @Test(arguments: [
        "", ".", "..", "../../etc/passwd", "a\\b", "a\0.png", "a\n.png", "a\u{202E}gnp.exe", "a\u{2028}b",
        String(repeating: "x", count: 256), "a" + String(repeating: "\u{301}", count: 9),
    ])
    func `a file's name is no path and hides nothing`(name: String) {
        #expect(FileRule.check(name: name)?.code == .file)
        #expect(
            Mutation.message(text: "x", attachment: Attachment(id: photo.id, name: name, type: "a/b", size: 1)).check()?
                .code == .file)
    }

    @Test func `a file has at least a byte and at most the limit`() {
        let most = UInt64(Limits.fileBytes)
        #expect([0, 1, most, most + 1].map { FileRule.check(size: $0) == nil } == [false, true, true, false])
    }

    @Test func `a media type is two names and nothing more`() {
        #expect(["image/png", "application/vnd.a+json"].allSatisfy(FileRule.isMediaType))
        let others = [
            "", "image", "image/", "/png", "a/b/c", "Image/png", "image/png;x=1",
            "a/" + String(repeating: "b", count: 126),
        ]
        #expect(!others.contains(where: FileRule.isMediaType))
    }
}
