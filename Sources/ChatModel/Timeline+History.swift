import ChatWire

// Reading history.
extension Timeline {
    /// The page to request now; `nil` if nothing is missing. Its reply goes to
    /// ``page(_:epoch:head:events:)`` before the next request.
    mutating func request(catchUp: Chat.Configuration.CatchUp) -> Reading? {
        let reading = missing(catchUp)
        isAsking = reading != nil
        late.removeAll()
        return reading
    }

    private mutating func missing(_ catchUp: Chat.Configuration.CatchUp) -> Reading? {
        guard epoch != nil else { return nil }
        if !isLoaded || wish == .newest { return .newest }
        if case .around(let seq) = wish { return .around(seq) }
        if !isDetached && window.end < head {
            if head - window.end <= UInt64(limit) || catchUp == .everything { return .missed(after: window.end) }
            if isFollowing { return .newest }
            detach()
        }
        if let stale { return .anew(after: stale - 1) }
        if wish == .older && !reachedStart || isThin { return .older(before: window.first) }
        if wish == .newer && isDetached { return .newer(after: window.end) }
        wish = nil
        return isOpen ? quotes.next(for: window).map { .quoted($0) } : nil
    }

    private var isThin: Bool {
        window.count < (isOpen ? Limits.timelineFewest : 1) && !reachedStart && !isDetached
            && emptyPages < Limits.emptyPages
    }

    /// Folds the page that answers `reading`. A page of later events that does not adjoin the
    /// window replaces it; another one adds nothing.
    mutating func page(_ reading: Reading, epoch: Epoch, head: Seq, events: [Event]) {
        guard !check(epoch) || reading == .newest else { return interrupted() }
        let events = Timeline.run(events)
        let head = min(head, .largest)
        self.head = max(self.head, head)
        switch reading {
        case .newer where beginsLater(events): replace(events, for: reading, head: head, isEnd: false)
        case .missed where beginsLater(events) && !isDetached: replace(events, for: reading, head: head, isEnd: true)
        case .newest: replace(events, for: reading, head: head, isEnd: true)
        case .around: replace(events, for: reading, head: head, isEnd: false)
        case .older(let before): prepend(events, asOf: head, before: before)
        case .newer: append(events, asOf: head, by: .reader)
        case .missed: append(events, asOf: head, by: .live)
        case .anew(let after): renew(events, asOf: head, after: after)
        case .quoted(let seq): quotes.answer(seq, events.first)
        }
        if case .quoted = reading {} else { quotes.windowChanged() }
        foldLate(asOf: head)
    }

    /// Whether the user can't read what lies between the window and this page of later events: they
    /// were away from a group whose newcomers read from joining.
    private func beginsLater(_ events: [Event]) -> Bool { events.first.map { $0.seq > window.end + 1 } ?? false }

    /// Folds live events that arrived while the page was under way, unless they lie behind a gap.
    private mutating func foldLate(asOf head: Seq) {
        if late.count >= Limits.timelineWindow { lose() }
        for event in late where event.seq > head && (isDetached || event.seq <= window.end) {
            if let changed = window.fold(event) { kept.touched(changed) }
            quotes.fold(event)
        }
        interrupted()
    }

    /// The connection is lost: the requested page will not come.
    mutating func interrupted() {
        isAsking = false
        late.removeAll()
    }

    /// The server refused the page. The user's request is not repeated.
    mutating func refused(_ reading: Reading) {
        interrupted()
        if case .quoted(let seq) = reading { return quotes.answer(seq, nil) }
        wish = nil
        if case .anew = reading { stale = nil }
    }

    /// The events up to the first gap.
    static func run(_ events: [Event]) -> [Event] {
        guard var expected = events.first?.seq, expected > 0 else { return [] }
        var count = 0
        for event in events {
            guard event.seq == expected, expected <= .largest else { break }
            expected += 1
            count += 1
        }
        return count == events.count ? events : Array(events[..<count])
    }

    /// What the user wants besides the page that has just taken the window's place: they may have
    /// asked for other messages while it was on its way.
    private func remainingWish(after reading: Reading, isEnd: Bool) -> Wish? {
        switch wish {
        case .around(let seq) where reading != .around(seq) && !contains(seq): wish
        case .newest where !isEnd: wish
        case .around, .newest, .older, .newer, nil: nil
        }
    }

    func contains(_ seq: Seq) -> Bool { window.first <= seq && seq <= window.end }

    private mutating func replace(_ events: [Event], for reading: Reading, head: Seq, isEnd: Bool) {
        window = EventWindow(after: (events.first?.seq ?? head + 1) - 1)
        for event in events { window.append(event, asOf: head) }
        dropStart()
        quotes.lose()
        isLoaded = true
        isAtBeginning = false
        emptyPages = 0
        isDetached = !isEnd && window.end < self.head
        if isEnd {
            isFollowing = isFollowing || wish == .newest
        } else {
            isFollowing = false
        }
        unreadTail.restart(after: isDetached ? max(heard, window.end) : window.end)
        stale = nil
        wish = remainingWish(after: reading, isEnd: isEnd)
        kept.isWhole = false
        for event in window.events.suffix(1) { noteLast(event) }
        // The newest page ends before this head, so the head does not exist.
        if isEnd && events.isEmpty { self.head = head }
        drain()
        if isDetached { behindGap.removeAll() }
        forgetTickets()
    }

    private mutating func prepend(_ events: [Event], asOf: Seq, before seq: Seq) {
        // The window dropped its beginning while the page was under way: request another page.
        guard seq == window.first else { return }
        let count = window.count
        window.prepend(events, asOf: asOf)
        if window.first == seq { isAtBeginning = true }
        emptyPages = window.count > count ? 0 : emptyPages + 1
        if wish == .older && (emptyPages == 0 || reachedStart || emptyPages >= Limits.emptyPages) { wish = nil }
        if last == nil, let newest = window.events.last { last = newest }
        let hadGap = heard > window.end
        let dropped = window.trimEnd(limit)
        if dropped.isEmpty { return }
        if !isDetached {
            detach()
            // Dropped events are already folded in.
            if !hadGap {
                stale = nil
                unreadTail.restart(after: window.end)
            }
        }
        unreadTail.prepend(dropped, after: window.end)
        quotes.trim(to: window, dropped: [])
        forgetTickets()
    }

    private mutating func append(_ events: [Event], asOf: Seq, by mover: Mover) {
        let before = (end: window.end, count: window.count)
        for event in events where !isDetached || mover == .reader { extend(event, asOf: asOf, by: mover) }
        unreadTail.drop(upTo: window.end)
        // The window is full before the end of the page: the user requests the rest by scrolling.
        if isDetached && mover == .live { return }
        if window.end == before.end { head = window.end }
        if window.end >= head { isDetached = false }
        if wish == .newer && (window.count != before.count || !isDetached) { wish = nil }
        drain()
    }

    private mutating func renew(_ events: [Event], asOf: Seq, after: Seq) {
        for event in events where event.seq > after { window.refresh(event, asOf: asOf) }
        kept.isWhole = false
        let next = (events.last?.seq ?? window.end) + 1
        stale = next <= window.end && next > after + 1 ? next : nil
    }
}

// What the user wants to see.
extension Timeline {
    mutating func show(_ view: View, readMark: Seq?) {
        if view != .closed { isOpen = true }
        switch view {
        case .older: if !reachedStart { want(.older) }
        case .newer: if isDetached { want(.newer) }
        case .newest:
            // A page of a jump may be on its way, and take the window's place.
            let isJumping = if case .around = wish { true } else { false }
            if isDetached || isJumping { wish = .newest }
            isFollowing = true
        case .around(let seq): jump(to: seq)
        case .firstUnread:
            if let readMark, readMark < head { jump(to: readMark + 1) } else { show(.newest, readMark: nil) }
        case .following(let isFollowing): self.isFollowing = isFollowing && !isDetached
        case .closed: close()
        }
    }

    /// Sets the request, unless a jump is pending.
    private mutating func want(_ wish: Wish) {
        switch self.wish {
        case .newest, .around: break
        case nil, .older, .newer: self.wish = wish
        }
    }

    private mutating func jump(to seq: Seq) {
        isFollowing = false
        // A newest page that was wanted before may be on its way, and take the window's place.
        if isLoaded && contains(seq) && wish != .newest { return }
        wish = .around(min(max(seq, 1), .largest))
    }

    /// The room is not on the screen any more: keep only the newest messages.
    private mutating func close() {
        isOpen = false
        isFollowing = true
        wish = isDetached ? .newest : nil
        quotes = Quotes()
        if !isDetached {
            dropStart()
            if window.first > 1 { isAtBeginning = false }
            forgetTickets()
        }
    }
}
