import ChatWire

// Live events.
extension Timeline {
    mutating func joined(epoch: Epoch, head: Seq, reset: Bool) {
        check(epoch, reset: reset)
        isFromCache = false
        let head = min(head, .largest)
        self.head = max(self.head, head)
        let isBehind = head > heard
        heard = max(heard, head)
        if isDetached && isBehind { lose() }
    }

    /// Folds a live event. Returns whether it was new.
    @discardableResult
    mutating func receive(_ event: Event, epoch: Epoch) -> Bool {
        check(epoch)
        guard event.seq > window.end || !isLoaded, event.seq > 0, event.seq <= .largest else {
            return false
        }
        head = max(head, event.seq)
        noteLast(event)
        let isNext = event.seq == heard + 1
        if isDetached { return behind(event, isNext: isNext) }
        heard = max(heard, event.seq)
        if event.content.target != nil { remember(event) }
        if isLoaded && event.seq == window.end + 1 && behindGap.isEmpty {
            return extend(event, asOf: event.seq, by: .live)
        }
        // Dropped events can be read from history.
        if behindGap.count >= Limits.timelineWindow { behindGap.removeAll() }
        let isNew = behindGap.updateValue(event, forKey: event.seq) == nil
        drain()
        return isNew
    }

    /// Folds a live event into a detached window: the window shows only its effect on messages it
    /// holds.
    private mutating func behind(_ event: Event, isNext: Bool) -> Bool {
        guard event.seq > heard else { return false }
        heard = event.seq - 1
        if !isNext { lose() }
        heard = event.seq
        unreadTail.append(event)
        if event.content.target != nil { remember(event) }
        if let changed = window.fold(event) { kept.touched(changed) }
        quotes.fold(event)
        return true
    }

    private mutating func remember(_ event: Event) {
        if isAsking && late.count < Limits.timelineWindow { late.append(event) }
    }

    /// Appends the events behind the gap that has closed, up to the next gap.
    mutating func drain() {
        guard isLoaded, !behindGap.isEmpty else { return }
        while !isDetached, let event = behindGap.removeValue(forKey: window.end + 1) {
            extend(event, asOf: event.seq, by: .live)
        }
        // A page that was made before these events may have said that the log ends before them.
        head = max(head, window.end)
        if isDetached { behindGap.removeAll() }
        let end = window.end
        if !behindGap.isEmpty { behindGap = behindGap.filter { $0.key > end } }
    }

    enum Mover { case live, reader }

    /// Appends the next event.
    ///
    /// A full window drops its oldest messages. If the user has scrolled up, it is detached instead
    /// and stops growing.
    @discardableResult
    mutating func extend(_ event: Event, asOf: Seq, by mover: Mover) -> Bool {
        guard event.seq == window.end + 1 else { return false }
        if mover == .live && event.content.isShown && window.count >= limit && !isFollowing {
            detach()
            unreadTail.append(event)
            return true
        }
        if let changed = window.append(event, asOf: asOf) { kept.touched(changed) }
        if case .deletion(let of, _) = event.content { droppedMentions.removeAll { $0.seq == of } }
        quotes.appended(event)
        quotes.fold(event)
        noteLast(event)
        trimStart()
        return true
    }

    /// Drops the oldest messages of a window that has too many, and returns them.
    @discardableResult
    mutating func dropStart() -> [Event] {
        let dropped = window.trimStart(limit)
        if !dropped.isEmpty { noteMentions(in: dropped) }
        return dropped
    }

    /// Not inlined: the page loads this function later than the one above.
    @inline(never)
    private mutating func noteMentions(in dropped: [Event]) {
        droppedMentions = Array((droppedMentions + unreadTail.mentions(in: dropped)).suffix(Limits.mentionsKept))
    }

    private mutating func trimStart() {
        guard window.count > limit else { return }
        let dropped = dropStart()
        if isOpen { quotes.trim(to: window, dropped: dropped) }
        isAtBeginning = false
        forgetTickets()
    }

    /// Stops the window; later events only update the unread count.
    mutating func detach() {
        isDetached = true
        isFollowing = false
        behindGap.removeAll()
        unreadTail.restart(after: window.end)
        // Earlier live events that are not in the window were not folded into it.
        if heard > window.end + 1 { lose() }
    }

    /// Changes to messages of the window may have been missed.
    mutating func lose() {
        stale = window.first
        quotes.lose()
        unreadTail.lost(upTo: heard)
    }

    /// Whether the window shows the event `seq`, or never will.
    func hasArrived(at seq: Seq) -> Bool { isLoaded && (isDetached || seq <= window.end) }

    /// Whether this is the newest known message, wherever the window is.
    func isNewest(_ event: Event) -> Bool { event.content.isShown && event.seq >= last?.seq ?? 0 }

    mutating func noteLast(_ event: Event) {
        if case .link = event.content { newestLink = max(newestLink, event.seq) }
        if isNewest(event) { last = event } else { last?.fold(event) }
    }

    /// Compares the log's identity. A different log replaces everything known. Returns whether it
    /// differed.
    @discardableResult
    mutating func check(_ epoch: Epoch, reset: Bool = false) -> Bool {
        let isOther = reset || self.epoch.map { $0 != epoch } ?? false
        if isOther {
            let (isOpen, readerName) = (isOpen, unreadTail.readerName)
            self = Timeline()
            self.isOpen = isOpen
            unreadTail.readerName = readerName
        }
        self.epoch = epoch
        return isOther
    }

    /// Links a message to its ticket, so that its row keeps its identity.
    mutating func name(_ seq: Seq, _ ticket: Ticket) {
        if window.index(of: seq) != nil || behindGap[seq] != nil { tickets[seq] = ticket }
    }

    mutating func forgetTickets() {
        if !tickets.isEmpty { tickets = tickets.filter { window.index(of: $0.key) != nil || behindGap[$0.key] != nil } }
    }
}
