import ChatWire

extension [Upload] {
    /// The uploads of files that the user chose together: consecutive photos get the number of an
    /// album.
    ///
    /// A photo or video that stands alone is in no album. More than ``ChatWire/Limits/albumPhotos``
    /// are several albums. The number comes from the random id of the album's first file. A file
    /// whose type is not known may be a photo: the server finds out.
    public func inAlbums() -> [Upload] {
        var uploads = self
        var start = 0
        for index in 0...count {
            let isPhoto = index < count && self[index].isPhoto
            if isPhoto, index - start < Limits.albumPhotos { continue }
            if index - start > 1 {
                let number = Swift.max(self[start].id.low & Limits.largestInteger, 1)
                for place in start..<index { uploads[place].album = number }
            }
            start = isPhoto ? index : index + 1
        }
        return uploads
    }
}

extension Upload {
    fileprivate var isPhoto: Bool {
        FileKind(type: type, dimensions: dimensions, voice: voice).isInAlbums || type == "application/octet-stream"
    }
}

extension Row {
    /// A photo's place in its album. All numbers of its frame are thousandths of the album's width.
    public struct Tile: Hashable, Sendable {
        /// The place in the album, from 0 on.
        public var index: Int
        /// The number of photos in the album: 2 to ``ChatWire/Limits/albumPhotos``.
        public var count: Int
        /// The left edge.
        public var x: Int
        /// The upper edge.
        public var y: Int
        /// The width.
        public var width: Int
        /// The height.
        public var height: Int
        /// The height of the album.
        public var albumHeight: Int
    }

    /// An album: messages with photos that are shown as one.
    public struct Album: Hashable, Sendable {
        /// The photos, 2 to ``ChatWire/Limits/albumPhotos``. Each one has a ``Bubble/tile``.
        public var photos: [Photo]

        /// Creates an album.
        public init(photos: [Photo]) { self.photos = photos }

        /// The album as one message: what its bubble shows besides the photos and their texts.
        ///
        /// The album is on its way as long as one photo is. Then it is in the log if one photo is.
        /// If none is, it is held if one photo is, and has failed only if all photos have.
        public var whole: Bubble? {
            guard let first = photos.first, var whole = photos.last?.bubble else { return nil }
            whole.isFirst = first.bubble.isFirst
            whole.reply = first.bubble.reply
            whole.isEdited = photos.contains { $0.bubble.isEdited }
            whole.readers = photos.flatMap { $0.bubble.readers }
            let states = photos.map { $0.bubble.state }
            whole.state =
                [State.waiting, .sending, .changing, .sent].first { states.contains($0) }
                ?? states.last { $0.isHeld } ?? whole.state
            return whole
        }

        /// A photo of an album.
        public struct Photo: Hashable, Sendable, Identifiable {
            /// The identity of the message's own row.
            public var id: ID
            /// The message.
            public var bubble: Bubble

            /// Creates a photo.
            public init(id: ID, bubble: Bubble) {
                self.id = id
                self.bubble = bubble
            }
        }
    }

    /// The messages that the row shows: one, those of an album, or none.
    public var bubbles: [Bubble] {
        switch content {
        case .message(let bubble): [bubble]
        case .album(let album): album.photos.map { $0.bubble }
        case .beginning, .day, .unread, .changes, .notice: []
        }
    }
}

extension Row.State {
    fileprivate var isHeld: Bool { if case .held = self { true } else { false } }
}

extension [Row] {
    /// The same rows, with one row in place of the rows of each album. It has the identity of the
    /// album's first photo.
    public var withAlbums: [Row] {
        var rows: [Row] = []
        rows.reserveCapacity(count)
        for row in self {
            guard case .message(let bubble) = row.content, let tile = bubble.tile else {
                rows.append(row)
                continue
            }
            let photo = Row.Album.Photo(id: row.id, bubble: bubble)
            if tile.index > 0, case .album(var album)? = rows.last?.content {
                album.photos.append(photo)
                rows[rows.count - 1].content = .album(album)
            } else {
                rows.append(Row(id: row.id, content: .album(Row.Album(photos: [photo]))))
            }
        }
        return rows
    }

    /// The user's newest message that can be edited (``Row/Bubble/isEditable``); `nil` if there is
    /// none. In an album, it is the first photo with a text, or else the first photo.
    public var newestEditable: Row.Bubble? {
        for row in withAlbums.reversed() {
            let own = row.bubbles.filter { $0.isEditable }
            if let bubble = own.first(where: { $0.body.said != nil }) ?? own.first { return bubble }
        }
        return nil
    }
}

/// The rows that may become an album: consecutive photos of one author with one number.
struct AlbumRun: Hashable {
    private let author: UserID
    private let number: UInt64
    /// The first row of the photos.
    private(set) var start: Int
    private(set) var count = 1

    /// `nil` if the message is not a photo of an album.
    init?(_ bubble: Row.Bubble, at index: Int) {
        guard let number = bubble.albumNumber else { return nil }
        (author, self.number, start) = (bubble.author.user, number, index)
    }

    /// Whether the message is the album's next photo.
    func takes(_ author: UserID, _ number: UInt64?) -> Bool {
        count < Limits.albumPhotos && number == self.number && author == self.author
    }

    mutating func add() { count += 1 }

    var rows: Range<Int> { start..<start + count }

    /// Whether the album's author deleted the message. It does not split the album.
    func isDeleted(_ bubble: Row.Bubble) -> Bool {
        bubble.body == .deleted && bubble.deletion == nil && bubble.author.user == author
    }
}

extension Row.Bubble {
    /// The size of its photo.
    var dimensions: Attachment.Dimensions? { file?.dimensions }

    /// The number of the album in which the message can be shown: it is a photo or a video of a
    /// known shape, and nothing else.
    var albumNumber: UInt64? {
        guard case .file(let file, _, nil) = body, let number = file.album, !isBlocked else { return nil }
        return file.kind.isInAlbums && (file.kind == .video || file.dimensions != nil) ? number : nil
    }
}
