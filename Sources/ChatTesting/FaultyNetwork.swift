import ChatWire

/// A simulated network between clients and a server. It delays frames, breaks connections, loses
/// everything in one direction, refuses connections, and delivers frames of connections that a
/// client has given up.
///
/// It is a value with an ``Agenda``: frames go in with the moment at which they are sent, and come
/// out of ``take()`` at the moment at which they arrive. Like TCP, it keeps the order of the frames
/// of one direction and doubles none. When a connection breaks, frames under way may or may not
/// arrive.
public struct FaultyNetwork: Sendable {
    /// The number of a connection, counted from 1. It is not used again.
    public typealias LinkID = Int

    /// How the network treats frames and connections that are sent or opened from now on.
    public struct Weather: Hashable, Sendable {
        /// Milliseconds a frame travels.
        public var delay: ClosedRange<Int64>
        /// One in this many attempts to connect fails; 0: none, 1: all.
        public var refused: Int
        /// One in this many frames is the last its connection carries, in either direction; 0:
        /// none.
        public var broken: Int
        /// One in this many frames makes its connection deaf in its direction; nobody is told. 0:
        /// none.
        public var deafened: Int

        /// Creates the value.
        public init(delay: ClosedRange<Int64> = 1...20, refused: Int = 0, broken: Int = 0, deafened: Int = 0) {
            self.delay = delay
            self.refused = refused
            self.broken = broken
            self.deafened = deafened
        }

        /// Frames take 1 to 20 milliseconds, and nothing fails.
        public static let fine = Weather()
    }

    /// What arrives, and where.
    public enum Arrival: Hashable, Sendable {
        /// At the server: a client is there.
        case connected(LinkID)
        /// At the server: a client's frame.
        case atServer(LinkID, ClientFrame)
        /// At the server: the client has closed the connection, or it broke.
        case closedAtServer(LinkID)
        /// At the client: frames may be sent.
        case opened(LinkID)
        /// At the client: a frame of the server.
        case atClient(LinkID, ServerFrame)
        /// `nil`: it broke, or never came about.
        case closedAtClient(LinkID, CloseCode?)
    }

    /// One of the two ends of a connection.
    public enum End: Hashable, Sendable { case client, server }

    fileprivate struct Direction {
        /// Frames sent are lost, and nobody is told.
        var isDeaf = false
        /// Nothing sent later arrives earlier than this.
        var lastArrival: Int64 = 0
        /// The receiving end has closed: frames that arrive are ignored.
        var isShut = false
        /// The sending end has closed: the close follows the frames that it sent before.
        var isFinished = false
        /// Frames that would arrive later than this are lost: the connection broke.
        var breaks: Int64 = .max
    }

    fileprivate struct Link {
        var up = Direction()
        var down = Direction()
        /// Frames under way to the client.
        var undelivered = 0
    }

    /// What happens to frames and attempts to connect from now on. A test may change it at any
    /// time.
    public var weather: Weather
    private var random: SeededGenerator
    private var links: [LinkID: Link] = [:]
    private var agenda = Agenda<Arrival>()
    private var lastLink = 0

    /// Creates a network without connections. Everything random about it follows from `seed`.
    public init(seed: UInt64, weather: Weather = .fine) {
        random = SeededGenerator(seed: seed)
        self.weather = weather
    }

    /// The moment of the next arrival.
    public var next: Int64? { agenda.next }

    /// The links that are not closed at both ends yet, in the order in which they were opened.
    public var openLinks: [LinkID] { links.keys.sorted() }

    /// Whether neither direction of a link is deaf; `false` once both ends have closed it.
    public func isSound(_ link: LinkID) -> Bool {
        guard let link = links[link] else { return false }
        return !link.up.isDeaf && !link.down.isDeaf
    }

    /// Frames under way to a client: a server that stops at some number feels how slow the client
    /// is.
    public func undelivered(on link: LinkID) -> Int { links[link]?.undelivered ?? 0 }

    /// A client asks for a connection.
    public mutating func connect(at now: Int64) -> LinkID {
        lastLink += 1
        let link = lastLink
        links[link] = Link()
        if random.oneIn(weather.refused) {
            links[link]?.up.isShut = true
            agenda.add(.closedAtClient(link, nil), at: now + delay())
        } else if suffers(link, \.up, now) {
            let reached = arrival(on: link, \.up, now)
            agenda.add(.connected(link), at: reached)
            agenda.add(.opened(link), at: arrival(on: link, \.down, reached))
        }
        return link
    }

    /// The client sends a frame at this moment, in milliseconds. It may be lost.
    public mutating func send(_ frame: ClientFrame, on link: LinkID, at now: Int64) {
        guard suffers(link, \.up, now) else { return }
        agenda.add(.atServer(link, frame), at: arrival(on: link, \.up, now))
    }

    /// The server sends a frame at this moment, in milliseconds. It may be lost.
    public mutating func send(_ frame: ServerFrame, on link: LinkID, at now: Int64) {
        guard suffers(link, \.down, now) else { return }
        links[link]?.undelivered += 1
        agenda.add(.atClient(link, frame), at: arrival(on: link, \.down, now))
    }

    /// One end closes. The frames that it sent before still arrive; frames under way to it are
    /// lost.
    public mutating func close(_ link: LinkID, by end: End, _ code: CloseCode? = nil, at now: Int64) {
        switch end {
        case .client:
            guard let known = links[link], !known.up.isFinished else { return }
            links[link]?.up.isFinished = true
            links[link]?.down.isShut = true
            if !known.up.isDeaf { agenda.add(.closedAtServer(link), at: arrival(on: link, \.up, now)) }
        case .server:
            guard let known = links[link], !known.down.isFinished else { return }
            links[link]?.down.isFinished = true
            links[link]?.up.isShut = true
            if !known.down.isDeaf { agenda.add(.closedAtClient(link, code), at: arrival(on: link, \.down, now)) }
        }
        forget(link)
    }

    /// The connection breaks, and both ends are told. Some of the frames under way still arrive.
    public mutating func cut(_ link: LinkID, at now: Int64) {
        guard links[link] != nil else { return }
        let up = end(of: link, \.up, now)
        agenda.add(.closedAtServer(link), at: up)
        let down = end(of: link, \.down, now)
        agenda.add(.closedAtClient(link, nil), at: down)
    }

    /// Loses all frames that `end` sends from now on. Nobody is told.
    public mutating func deafen(_ link: LinkID, _ end: End) {
        switch end {
        case .client: links[link]?.up.isDeaf = true
        case .server: links[link]?.down.isDeaf = true
        }
    }

    /// The server is gone: nothing reaches it any more, and the connections of its clients break.
    public mutating func cutAll(at now: Int64) {
        for link in openLinks {
            cut(link, at: now)
            links[link]?.up.isShut = true
            forget(link)
        }
    }

    /// Takes out what arrives next, up to a moment; `nil` when nothing is under way until then.
    public mutating func take(until moment: Int64 = .max) -> (at: Int64, arrival: Arrival)? {
        while let next = agenda.next, next <= moment, let (due, arrival) = agenda.take() {
            if isWanted(arrival, due) { return (due, arrival) }
        }
        return nil
    }

    private mutating func isWanted(_ arrival: Arrival, _ due: Int64) -> Bool {
        switch arrival {
        case .connected(let link), .atServer(let link, _):
            return links[link]?.up.delivers(at: due) ?? false
        case .opened(let link):
            return links[link]?.down.delivers(at: due) ?? false
        case .atClient(let link, _):
            links[link]?.undelivered -= 1
            return links[link]?.down.delivers(at: due) ?? false
        case .closedAtServer(let link):
            guard let known = links[link], !known.up.isShut else { return false }
            links[link]?.up.isShut = true
            forget(link)
            return true
        case .closedAtClient(let link, _):
            guard let known = links[link], !known.down.isShut else { return false }
            links[link]?.down.isShut = true
            forget(link)
            return true
        }
    }

    /// A link is gone when both ends have let go of it.
    private mutating func forget(_ link: LinkID) {
        if let known = links[link], known.up.isShut, known.down.isShut { links[link] = nil }
    }

    /// The weather's turn at a frame; `false` when the frame is lost.
    private mutating func suffers(_ link: LinkID, _ direction: WritableKeyPath<Link, Direction>, _ now: Int64) -> Bool {
        guard let state = links[link]?[keyPath: direction], !state.isDeaf, !state.isFinished else { return false }
        if random.oneIn(weather.deafened) {
            links[link]?[keyPath: direction].isDeaf = true
            return false
        }
        if random.oneIn(weather.broken) { cut(link, at: now) }
        return true
    }

    private mutating func arrival(
        on link: LinkID, _ direction: WritableKeyPath<Link, Direction>, _ now: Int64
    ) -> Int64 {
        let due = max(now + delay(), links[link]?[keyPath: direction].lastArrival ?? 0)
        links[link]?[keyPath: direction].lastArrival = due
        return due
    }

    /// The moment from which nothing arrives in a direction: somewhere among the frames under way.
    private mutating func end(of link: LinkID, _ direction: WritableKeyPath<Link, Direction>, _ now: Int64) -> Int64 {
        let last = links[link]?[keyPath: direction].lastArrival ?? now
        let end = min(
            Int64.random(in: now...max(now, last), using: &random), links[link]?[keyPath: direction].breaks ?? now)
        links[link]?[keyPath: direction].breaks = end
        return end
    }

    private mutating func delay() -> Int64 { Int64.random(in: weather.delay, using: &random) }
}

extension FaultyNetwork.Direction {
    fileprivate func delivers(at due: Int64) -> Bool { !isShut && due <= breaks }
}
