import ChatModel
import ChatWire

// The functions that the page calls. Memory: the page writes a text's UTF-8 to the address that
// `martlet_input` returns, calls a function, and reads the result (JSON) from `martlet_output`.
// The page has one thread.

nonisolated(unsafe) private var client: PageClient?
nonisolated(unsafe) private var input: UnsafeMutableBufferPointer<UInt8>?
nonisolated(unsafe) private var utcOffsets: UTCOffsets = 0
nonisolated(unsafe) private var output = JSONWriter(capacity: 65_536)

/// Makes room for an input of `size` bytes.
@_cdecl("martlet_input")
public func martletInput(_ size: Int) -> UnsafeMutablePointer<UInt8>? {
    if let known = input, known.count >= size { return known.baseAddress }
    input?.deallocate()
    input = .allocate(capacity: max(size, 4_096))
    return input?.baseAddress
}

/// The last result.
@_cdecl("martlet_output")
public func martletOutput() -> UnsafePointer<UInt8>? { output.withBytes { $0.baseAddress } }

/// Creates the client from the input `open`. The result has constants: the maximum of frames that
/// wait to be handled (`waiting`) and of those that are handled together (`together`), the code to
/// close a connection that has sent more than may wait (`tooSlow`), the reactions that are offered,
/// with spaces between them (`reactions`), and the milliseconds without a key before a search
/// begins (`searchPause`). Returns the result's size.
@_cdecl("martlet_open")
public func martletOpen(_ size: Int) -> Int {
    answer { () throws(WireError) in
        client = try PageClient(try JSONObject(text(size)))
        output.beginObject()
        output.member("waiting", UInt64(Limits.framesWaiting))
        output.member("together", UInt64(Limits.framesTogether))
        output.member("tooSlow", UInt64(CloseCode.tooSlow.number))
        output.member("reactions", OfferedReactions.text as String?)
        output.member("searchPause", UInt64(Limits.searchPause))
        output.endObject()
    }
}

/// Handles an input. Returns the size of the answer.
///
/// - Parameters:
///   - monotonic: Milliseconds of a clock that does not go back.
///   - wall: Milliseconds since 1970-01-01 UTC.
///   - high: The first 32 of 64 random bits.
///   - low: The last 32.
@_cdecl("martlet_handle")
public func martletHandle(_ size: Int, _ monotonic: Double, _ wall: Double, _ high: UInt32, _ low: UInt32) -> Int {
    answer { () throws(WireError) in
        let object = try JSONObject(text(size))
        write(try client?.handle(object, at: Now(monotonic, wall, high, low)))
    }
}

/// Handles frames of the server that arrived together. Between two of them is the byte 0x1E, which
/// no JSON has (RFC 7464). Returns the size of the answer. See ``martletHandle`` for the
/// parameters.
@_cdecl("martlet_received")
public func martletReceived(_ size: Int, _ monotonic: Double, _ wall: Double, _ high: UInt32, _ low: UInt32) -> Int {
    answer { () throws(WireError) in
        let heard = text(size).split(separator: 0x1E, omittingEmptySubsequences: false).map { frame in
            Input(heard: UnsafeBufferPointer(rebasing: frame))
        }
        write(client?.handle(heard, at: Now(monotonic, wall, high, low)))
    }
}

/// Undoes the last input: the storage refused its records. The input is the reason, a sentence.
/// Returns the size of the answer.
@_cdecl("martlet_withdraw")
public func martletWithdraw(_ size: Int) -> Int {
    answer { () throws(WireError) in
        write(client?.withdraw(because: String(decoding: text(size), as: UTF8.self)))
    }
}

/// Takes the offsets of the user's time zone. Returns the result's size.
@_cdecl("martlet_zone")
public func martletZone(_ size: Int) -> Int {
    answer { () throws(WireError) in
        utcOffsets = try UTCOffsets(JSONObject(text(size)))
        output.beginObject()
        output.endObject()
    }
}

/// Takes the user's language. Call it before `martlet_open`. Returns the result's size.
@_cdecl("martlet_language")
public func martletLanguage(_ size: Int) -> Int {
    answer { () throws(WireError) in
        Language.use(try Language(try JSONObject(text(size))))
        output.beginObject()
        output.endObject()
    }
}

/// Writes what has changed on the screen. Returns the result's size.
@_cdecl("martlet_draw")
public func martletDraw() -> Int {
    answer { () throws(WireError) in client?.draw(utcOffsets, to: &output) }
}

/// The records of a journal, folded to as few as possible. The input is the array `records` in an
/// object. Returns the result's size.
@_cdecl("martlet_compact")
public func martletCompact(_ size: Int) -> Int {
    answer { () throws(WireError) in
        let object = try JSONObject(text(size))
        let restored = Restored(try object.objects("records", PageClient.record).compactMap { $0 })
        output.beginArray()
        for record in restored.records { record.write(to: &output) }
        output.endArray()
    }
}

/// Checks a composer's text: whether it can be sent, and what to say about it. Returns the result's
/// size.
///
/// - Parameter mayBeEmpty: Whether a file is sent even without a text.
@_cdecl("martlet_composed")
public func martletComposed(_ size: Int, _ mayBeEmpty: Bool) -> Int {
    answer { () throws(WireError) in
        output.beginObject()
        // The composer is empty when the page begins.
        if size > 0 {
            let composed = ComposedText(
                String(decoding: text(size), as: UTF8.self), most: client?.chat.limits.text ?? UInt64(Limits.textBytes))
            composed.write(mayBeEmpty: mayBeEmpty, to: &output)
        } else if mayBeEmpty {
            output.member("canSend", true)
        }
        output.endObject()
    }
}

/// Answers a question that changes nothing. Returns the result's size.
@_cdecl("martlet_answer")
public func martletAnswer(_ size: Int) -> Int {
    answer { () throws(WireError) in
        output.beginObject()
        try PageClient.answer(try JSONObject(text(size)), of: client, to: &output)
        output.endObject()
    }
}

/// What is written of a name at the end of a text, after an `@`, and the people of the room on the
/// screen whom it may mean. Returns the result's size.
@_cdecl("martlet_mentionable")
public func martletMentionable(_ size: Int) -> Int {
    answer { () throws(WireError) in
        let start = NameStart(atEndOf: String(decoding: text(size), as: UTF8.self))
        output.beginObject()
        if let client, let room = client.room, let start {
            output.member("start", start.text)
            output.member("people", client.chat.peopleToMention(in: room, start))
        }
        output.endObject()
    }
}

/// Reads a message's text: its blocks, as they are shown, with the mentions of people of the room
/// on the screen, and the link whose page is previewed. Returns the result's size.
@_cdecl("martlet_read")
public func martletRead(_ size: Int) -> Int {
    answer { () throws(WireError) in
        let said = String(decoding: text(size), as: UTF8.self)
        let markup = Markup(said)
        (client?.marked(markup, of: said) ?? markup).write(to: &output)
    }
}

private func write(_ effects: [Effect]?) {
    output.write(effects ?? [], client?.pageEffects ?? [], client?.account.takeEffects() ?? [], client?.chat)
    client?.pageEffects.removeAll()
}

private func text(_ size: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: input?.baseAddress, count: min(size, input?.count ?? 0))
}

/// Runs `body` with an empty output. If it throws, the output is `{"error":…}`.
private func answer(_ body: () throws(WireError) -> Void) -> Int {
    output.removeAll()
    do throws(WireError) {
        try body()
    } catch {
        output.removeAll()
        output.beginObject()
        output.member("error", error.text)
        output.endObject()
    }
    return output.count
}

extension Input {
    /// What the server has sent: a frame, if it is one.
    fileprivate init(heard json: UnsafeBufferPointer<UInt8>) {
        do throws(FrameError) {
            self = .received(try ServerFrame(json: json))
        } catch { self = .unreadable(error.error) }
    }
}

extension Now {
    fileprivate init(_ monotonic: Double, _ wall: Double, _ high: UInt32, _ low: UInt32) {
        self.init(
            monotonic: Int64(monotonic), wall: Int64(wall), random: UInt64(high) << 32 | UInt64(low))
    }
}

extension UTCOffsets {
    fileprivate init(_ object: JSONObject) throws(WireError) {
        let changes = try object.objects("changes") { change throws(WireError) in
            Change(at: try change.time("at"), minutes: Int(clamping: try change.time("minutes")))
        }
        self.init(minutes: Int(clamping: try object.time("minutes")), changes: changes)
    }
}
