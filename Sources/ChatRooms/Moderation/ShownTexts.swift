import ChatWire

extension Mutation {
    /// What others will see of it in words: what the operator's filter looks at.
    package var shownTexts: [String] {
        let texts: [String?] =
            switch self {
            case .message(let text, _, let payload, let attachment):
                [text, attachment?.name] + (payload?.shownTexts ?? [])
            case .edit(_, let text, let payload): [text] + (payload?.shownTexts ?? [])
            case .settings(let change): [change.title, change.topic, change.avatar?.attachment?.name]
            case .profile(let change): [change.about, change.avatar?.attachment?.name]
            case .membership(let change): [change.called, change.reason]
            case .delete(_, let reason): [reason]
            case .react, .unreact, .pin, .link, .choose, .block: []
            }
        return texts.compactMap(\.self)
    }
}

extension Payload {
    /// An app shows a payload's strings, in which an escape may stand for any letter.
    fileprivate var shownTexts: [String] { [data] + (data.jsonStrings ?? []) }
}
