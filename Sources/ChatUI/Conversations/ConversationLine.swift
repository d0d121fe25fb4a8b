#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// A room in the list: name, newest message, unread count.
    struct ConversationLine: View {
        let item: ConversationItem
        @Environment(\.theme) private var theme: Theme
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting

        var body: some View {
            Slotted(\.roomLine, item) { original }
        }

        private var original: some View {
            VStack(alignment: .leading, spacing: 3) {
                LargeTextStack(alignment: .firstTextBaseline) {
                    title.fillsLine()
                    if let at = item.at {
                        Text(verbatim: dateFormatting.brief(at, now: DateFormatting.now))
                            .font(Font(theme.fonts.detail))
                            .foregroundColor(Color(theme.quiet))
                    }
                }
                LargeTextStack(alignment: .top) {
                    Text(verbatim: item.preview)
                        .font(Font(theme.fonts.preview))
                        .foregroundColor(Color(item.problem == nil ? theme.quiet : theme.trouble))
                        .shortened(toLines: 2)
                        .fillsLine()
                    if item.mentionBadge != nil || item.badge != nil { badges }
                }
            }
            .padding(.vertical, 4)
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(Text(verbatim: item.label(dateFormatting, now: DateFormatting.now)))
        }

        private var title: some View {
            HStack(alignment: .firstTextBaseline) {
                if let avatar = item.avatar {
                    AvatarPicture(avatar: avatar, size: 20)
                        .clipShape(
                            RoundedRectangle(cornerRadius: CGFloat(theme.avatarRadius(ofSize: 20)), style: .circular)
                        )
                        .alignmentGuide(.firstTextBaseline) { (place: ViewDimensions) in place.height * 0.8 }
                }
                Text(verbatim: item.title)
                    .font(Font(theme.fonts.title))
                    .shortened(toLines: 1)
                if item.choice.isPinned { mark("pin.fill") }
                if item.choice.notice == Choice.Notice.nothing { mark("bell.slash.fill") }
            }
        }

        private var badges: some View {
            HStack {
                if let badge = item.mentionBadge { UnreadBadge(text: badge) }
                if let badge = item.badge { UnreadBadge(text: badge) }
            }
        }

        private func mark(_ symbol: String) -> some View {
            Image(systemName: symbol)
                .font(Font(theme.fonts.detail))
                .foregroundColor(Color(theme.quiet))
        }
    }
#endif
