import ChatCore

// Previews of linked pages. The server is asked when the user wants to know, and not before.
extension Interface {
    /// Asks what the page says of itself that a message links to.
    mutating func askForPreview(_ bubble: Row.Bubble, _ chat: Chat) -> [Intent] {
        if let refusal = refusalOfPreview(bubble, chat) { return refuse(refusal) }
        guard let room, let seq = bubble.seq, let text = bubble.body.said else { return [] }
        mode = .writing
        panel = Panel(asking: .preview(room, seq: seq), title: localized("The linked page"))
        return [.ask(.preview(text, of: seq, in: room))]
    }

    /// Why the server can't be asked; `nil` if it can.
    func refusalOfPreview(_ bubble: Row.Bubble, _ chat: Chat) -> String? {
        if bubble.previewedLink == nil { return localized("This message has no link.") }
        if bubble.seq == nil { return localized("This message is not sent yet.") }
        if chat.connection.phase != .connected { return WireError.notConnected.text }
        if chat.limits.previews { return nil }
        return localized("This server has no link previews. Open the link to see the page.")
    }

    func lines(of preview: LinkPreview?, in text: String) -> [Panel.Line] {
        let link = preview?.link ?? Markup(text).previewedLink ?? ""
        let words =
            preview.map { [$0.site, $0.title, $0.summary].compactMap { $0 } }
            ?? [localized("This page has no preview.")]
        return words.map { Panel.Line(text: $0, isWrapped: true) }
            + [Panel.Line(text: ""), Panel.Line(text: link, address: link, isWrapped: true)]
    }
}
