import ChatModel
import ChatWire

// The sheets about invitations and invite links.
extension PageClient {
    var inviteSheet: Sheet {
        var sheet = Sheet(title: localized("Invite people"))
        sheet.isLoading = sheets?.isLoading ?? false
        let waiting = changing
        let nearby = chat.peopleKnown(in: sheets?.room)
        let people = Invitation.people(nearby, without: sheets?.people ?? [], at: chat.serverTime)
        let lines = people.map { person in
            let invite = Sheet.Button(action: "invite", title: localized("Invite"))
            return Sheet.Line(
                id: person.user.text, title: person.name, user: person.user, buttons: [invite],
                isBusy: waiting.contains(person.user))
        }
        if lines.isEmpty {
            sheet.sentence =
                sheet.isLoading ? nil : localized("Nobody else is in your rooms now. Make an invite link for them.")
        } else {
            sheet.sections = [Sheet.Section(lines: lines)]
        }
        sheet.buttons = [Sheet.Button(action: "links", title: localized("Invite links…"))]
        return sheet
    }

    var linksSheet: Sheet {
        var sheet = Sheet(
            title: localized("Invite links"),
            sentence: localized("Anyone with one of these links can join the group."))
        sheet.isLoading = sheets?.isLoading ?? false
        let (listed, me) = (sheets?.links ?? [], chat.identity?.user)
        var changes: [LinkChange] = []
        for item in (sheets?.room).map({ chat.outbox.items(in: $0) }) ?? [] where item.isPending {
            if case .link(let change) = item.mutation { changes.append(change) }
        }
        let known = Set(listed.map { $0.link })
        let changing = Set(changes.map { $0.link })
        let waiting = changes.filter { $0.on && !known.contains($0.link) }.map { change in
            LinkLine(waiting: change, address: linkCodes[change.link]?.text)
        }
        let names = listed.contains { $0.maker != me } ? knownNames : [:]
        let lines = listed.map { link in
            LinkLine(
                link, maker: link.maker == me ? nil : names[link.maker] ?? localized("someone ##whose link it is"),
                address: linkCodes[link.link]?.text, isChanging: changing.contains(link.link), date: TimeMark.text)
        }
        if !(waiting + lines).isEmpty {
            sheet.sections = [Sheet.Section(title: localized("Links"), lines: (waiting + lines).map { Self.line($0) })]
        }
        if mayInvite { sheet.form = Self.linkForm }
        return sheet
    }

    private static func line(_ link: LinkLine) -> Sheet.Line {
        var buttons: [Sheet.Button] = []
        if let code = link.address {
            buttons.append(Sheet.Button(action: "copy", title: localized("Copy"), copied: InviteCode.linkMark + code))
        }
        if !link.isChanging {
            buttons.append(Sheet.Button(action: "revoke", title: localized("Revoke"), isDanger: true))
        }
        let detail = link.address == nil ? "\(link.detail)\n\(LinkLine.unknown)" : link.detail
        return Sheet.Line(
            id: link.id.text, title: link.title, detail: detail, buttons: buttons, isBusy: link.isChanging)
    }

    private static var linkForm: Sheet.Form {
        let lifetimes = LinkForm.Lifetime.allCases.map {
            Sheet.Field.Choice(value: "\($0.rawValue)", title: $0.title)
        }
        return Sheet.Form(
            fields: [
                Sheet.Field(
                    name: "lifetime", label: localized("Expires"), kind: .choice, choices: lifetimes,
                    value: "\(LinkForm().lifetime.rawValue)"),
                Sheet.Field(
                    name: "uses", label: localized("How many people may join"), kind: .number,
                    hint: localized("Any number")),
            ], button: Sheet.Button(action: "make", title: localized("Make a link")))
    }
}
