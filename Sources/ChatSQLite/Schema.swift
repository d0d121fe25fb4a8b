import ChatSQL
import ChatWire
import GRDB

/// The tables, as a list of named migrations that only ever grows at its end.
///
/// They are laid out for the append: an event's key is its room and its number in one integer, so a
/// room's log is one run of the table and history needs no index; the one index that some messages
/// touch (``IdempotencyIndex``) grows at each device's end. Nothing random is written but on a
/// device's first message. What is about a message (an edit, a deletion, a reaction) is found
/// through an index of its own, over such events only.
enum Schema {
    static let migrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("v1 rooms and events", foreignKeyChecks: .immediate) { db in
            try db.execute(
                sql: """
                    CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
                    CREATE TABLE room (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
                    CREATE TABLE device (
                        id INTEGER PRIMARY KEY, user BLOB NOT NULL, device BLOB NOT NULL, UNIQUE (user, device)
                    ) STRICT;
                    CREATE TABLE event (
                        id INTEGER PRIMARY KEY,
                        event BLOB NOT NULL,
                        at INTEGER NOT NULL,
                        user BLOB NOT NULL,
                        name TEXT NOT NULL,
                        device INTEGER REFERENCES device (id),
                        number INTEGER,
                        kind INTEGER NOT NULL,
                        checksum INTEGER NOT NULL,
                        text TEXT NOT NULL
                    ) STRICT;
                    CREATE UNIQUE INDEX event_by_intent ON event (device, number) WHERE device IS NOT NULL;
                    """)
            try MetaTable.setEpoch(.random(), db)
        }
        // `target`: the key of the message that an event is about. `link`: the number of the
        // message that a message answers, or of the event that deleted it.
        migrator.registerMigration("v2 changes of messages and read marks", foreignKeyChecks: .immediate) { db in
            try db.execute(
                sql: """
                    ALTER TABLE event ADD COLUMN target INTEGER;
                    ALTER TABLE event ADD COLUMN link INTEGER;
                    ALTER TABLE event ADD COLUMN payload_type TEXT;
                    ALTER TABLE event ADD COLUMN payload TEXT;
                    CREATE INDEX event_by_target ON event (target, kind) WHERE target IS NOT NULL;
                    CREATE TABLE mark (
                        room INTEGER NOT NULL REFERENCES room (id), user BLOB NOT NULL, seq INTEGER NOT NULL,
                        PRIMARY KEY (room, user)
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
        // Where a device's messages are found by their numbers, in place of an index that had an
        // entry for each of them: a row where the device goes on to another block, the 64 events of
        // a room with the same `id >> 6`.
        migrator.registerMigration("v3 a sparse index of intents", foreignKeyChecks: .immediate) { db in
            try db.execute(
                sql: """
                    CREATE TABLE intent (
                        device INTEGER NOT NULL REFERENCES device (id), number INTEGER NOT NULL,
                        event INTEGER NOT NULL REFERENCES event (id), PRIMARY KEY (device, number)
                    ) STRICT, WITHOUT ROWID;
                    INSERT INTO intent SELECT device, number, id FROM (
                        SELECT device, number, id, lag(id >> 6) OVER (PARTITION BY device ORDER BY number) AS before
                        FROM event WHERE device IS NOT NULL
                    ) WHERE before IS NOT (id >> 6);
                    DROP INDEX event_by_intent;
                    """)
        }
        // `attachment`: of a message that carries a file, as the client was answered. `place`: what
        // the file's bytes are called. `message`: the key of the message that took it. Unused ones
        // are found by their age; a user's, to be counted, with their sizes.
        migrator.registerMigration("v4 files", foreignKeyChecks: .immediate) { db in
            try db.execute(
                sql: """
                    ALTER TABLE event ADD COLUMN attachment TEXT;
                    CREATE TABLE file (
                        id BLOB PRIMARY KEY, user BLOB NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL, size INTEGER NOT NULL,
                        width INTEGER, height INTEGER, sha256 BLOB NOT NULL, at INTEGER NOT NULL, place BLOB NOT NULL,
                        message INTEGER
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX file_by_user ON file (user, id, size);
                    CREATE INDEX file_unused ON file (at) WHERE message IS NULL;
                    """)
        }
        // `imported`: the events of another log (`source`: the id of its first event) from its
        // number `first` on stand in the room at their number + `shift`. `retained`: up to `seq`
        // the room has no text any more that was past its time.
        migrator.registerMigration("v5 imports and retention", foreignKeyChecks: .immediate) { db in
            try db.execute(
                sql: """
                    CREATE TABLE imported (
                        room INTEGER NOT NULL REFERENCES room (id) ON DELETE CASCADE, source BLOB NOT NULL, first INTEGER NOT NULL,
                        shift INTEGER NOT NULL, PRIMARY KEY (room, source, first)
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE retained (
                        room INTEGER PRIMARY KEY REFERENCES room (id) ON DELETE CASCADE, seq INTEGER NOT NULL
                    ) STRICT;
                    """)
        }
        // Whose the ids of deleted files are. It has at most a row for each deletion in the log,
        // and 32 bytes in each.
        migrator.registerMigration("v6 owners of deleted files", foreignKeyChecks: .immediate) { db in
            try db.execute(
                sql: "CREATE TABLE deleted_file (id BLOB PRIMARY KEY, user BLOB NOT NULL) STRICT, WITHOUT ROWID")
        }
        // `floor`: the highest number among the device's events of rooms that were deleted.
        migrator.registerMigration("v7 numbers of deleted rooms", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: "ALTER TABLE device ADD COLUMN floor INTEGER NOT NULL DEFAULT 0")
        }
        // `kinds` of `meta`: the highest kind of event (`ContentColumns.Kind`) that a Martlet knew
        // which has served this database. Those before knew seven.
        migrator.registerMigration("v8 kinds of events", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: "INSERT OR IGNORE INTO meta VALUES ('kinds', 7)")
        }
        // `generation`: see ``RoomTable``.
        migrator.registerMigration("v9 generations of rooms", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: "ALTER TABLE room ADD COLUMN generation INTEGER NOT NULL DEFAULT 0")
        }
        // `room_record`, `place`: see ``RoomRecords``. `people` counts those of a group who are in
        // it, invited, or waiting to be let in. `banned` and `muted` are when that ends. The index
        // counts a user's groups.
        migrator.registerMigration("v10 settings and people of rooms", foreignKeyChecks: .immediate) { db in
            try db.execute(
                sql: """
                    CREATE TABLE room_record (
                        room INTEGER PRIMARY KEY REFERENCES room (id), settings TEXT NOT NULL, people INTEGER NOT NULL,
                        owners INTEGER NOT NULL, pins TEXT NOT NULL
                    ) STRICT;
                    CREATE TABLE place (
                        room INTEGER NOT NULL REFERENCES room (id), user BLOB NOT NULL, name TEXT NOT NULL,
                        membership INTEGER NOT NULL, role INTEGER NOT NULL, since INTEGER NOT NULL, banned INTEGER,
                        muted INTEGER, PRIMARY KEY (room, user)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX place_by_user ON place (user, membership);
                    """)
        }
        migrator.registerMigration("v11 what users have chosen", foreignKeyChecks: .immediate) { db in
            try db.execute(
                sql: """
                    CREATE TABLE choice (
                        user BLOB NOT NULL, room TEXT NOT NULL, change TEXT NOT NULL, PRIMARY KEY (user, room)
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE block (
                        user BLOB NOT NULL, person BLOB NOT NULL, PRIMARY KEY (user, person)
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("v12 when people have read", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: "ALTER TABLE mark ADD COLUMN at INTEGER")
        }
        // `report`: what nobody has decided about. `reported`: messages that were ever reported,
        // with the decision. `action`: the moderation logs of rooms. See ``ReportTable`` and
        // ``ActionTable``. `message` and `event` are keys of events.
        migrator.registerMigration("v13 reports and moderation logs", foreignKeyChecks: .immediate) { db in
            try db.execute(
                sql: """
                    CREATE TABLE report (
                        message INTEGER NOT NULL, user BLOB NOT NULL, name TEXT NOT NULL, reason TEXT NOT NULL, text TEXT,
                        at INTEGER NOT NULL, PRIMARY KEY (message, user)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX report_by_user ON report (user);
                    CREATE TABLE reported (
                        id INTEGER PRIMARY KEY, message INTEGER NOT NULL UNIQUE, room INTEGER NOT NULL REFERENCES room (id),
                        author BLOB NOT NULL, reports INTEGER NOT NULL, decision TEXT, user BLOB,
                        edited INTEGER NOT NULL DEFAULT 0
                    ) STRICT;
                    CREATE INDEX reported_open ON reported (id) WHERE decision IS NULL;
                    CREATE INDEX reported_open_by_room ON reported (room, id) WHERE decision IS NULL;
                    CREATE TABLE action (
                        id INTEGER PRIMARY KEY, room INTEGER NOT NULL REFERENCES room (id), event INTEGER,
                        message INTEGER, about BLOB, reports INTEGER, decision TEXT, note TEXT, user BLOB, name TEXT,
                        at INTEGER
                    ) STRICT;
                    CREATE INDEX action_by_room ON action (room, id);
                    """)
            try ActionTable.fill(db)
        }
        migrator.registerMigration("v14 profiles", foreignKeyChecks: .immediate) { db in
            try db.execute(
                sql: "CREATE TABLE profile (user BLOB PRIMARY KEY, change TEXT NOT NULL) STRICT, WITHOUT ROWID")
        }
        // `links`: the invite links of a group as JSON, empty for none. `open`: whether the room is
        // in the directory. Groups, direct rooms and rooms that are being removed are not.
        migrator.registerMigration("v15 invite links and the directory", foreignKeyChecks: .immediate) { db in
            try db.execute(
                sql: """
                    ALTER TABLE room_record ADD COLUMN links TEXT NOT NULL DEFAULT '';
                    ALTER TABLE room ADD COLUMN open INTEGER NOT NULL DEFAULT 1;
                    UPDATE room SET open = 0 WHERE name >= '~';
                    """)
            try RoomTable.closeOthers(db)
            try db.execute(sql: "CREATE INDEX room_open ON room (name) WHERE open = 1")
        }
        // The indexes of `action` are for the erasure of a person. Earlier versions stored direct
        // rooms as groups in `place`.
        migrator.registerMigration("v16 people in moderation logs", foreignKeyChecks: .immediate) { db in
            try db.execute(
                sql: """
                    CREATE INDEX action_by_user ON action (user) WHERE user IS NOT NULL;
                    CREATE INDEX action_about ON action (about) WHERE about IS NOT NULL;
                    UPDATE place SET membership = 4
                    WHERE membership = 3 AND room IN (SELECT id FROM room WHERE name LIKE 'd-%' AND length(name) = 54);
                    DROP INDEX place_by_user;
                    CREATE INDEX place_by_user ON place (user, membership);
                    """)
        }
        // The index is for the removal of a room, and for drafts that are past their time.
        migrator.registerMigration("v17 drafts", foreignKeyChecks: .immediate) { db in
            try db.execute(
                sql: """
                    CREATE TABLE draft (
                        user BLOB NOT NULL, room TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL,
                        PRIMARY KEY (user, room)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX draft_by_room ON draft (room, at);
                    """)
        }
        migrator.registerMigration("v18 messages with an @", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: "CREATE INDEX event_with_at ON event (id) WHERE kind IN (1, 3) AND instr(text, '@')")
        }
        // `held`: messages that wait for a moderator, and decisions about some; see ``HeldTable``.
        // `held` of `action`: the id of the held message that was decided about, `about_name` the
        // name of its author.
        migrator.registerMigration("v19 held messages", foreignKeyChecks: .immediate) { db in
            try db.execute(
                sql: """
                    CREATE TABLE held (
                        id INTEGER PRIMARY KEY AUTOINCREMENT, room INTEGER NOT NULL REFERENCES room (id), user BLOB NOT NULL,
                        name TEXT NOT NULL, role INTEGER NOT NULL, device INTEGER REFERENCES device (id), number INTEGER,
                        at INTEGER NOT NULL, text TEXT NOT NULL, link INTEGER, decided INTEGER, decision TEXT, moderator BLOB
                    ) STRICT;
                    CREATE UNIQUE INDEX held_by_intent ON held (device, number) WHERE device IS NOT NULL;
                    CREATE INDEX held_by_room ON held (room, decided, id);
                    CREATE INDEX held_by_user ON held (user, decided);
                    CREATE INDEX held_waiting ON held (id) WHERE decided IS NULL;
                    CREATE INDEX held_decided ON held (decided) WHERE decided IS NOT NULL;
                    ALTER TABLE action ADD COLUMN held INTEGER;
                    ALTER TABLE action ADD COLUMN about_name TEXT;
                    """)
        }
        return migrator
    }()

    /// Refuses a database that was served by a newer Martlet: what this one does not know of its
    /// tables, or of its events, it would take for damage.
    static func refuseNewer(_ db: Database) throws {
        guard try !migrator.hasBeenSuperseded(db), try kinds(db) <= ContentColumns.Kind.highest else {
            throw Inspection.Newer()
        }
    }

    /// The highest kind of event that may be in the log; 0 before there is a table to say so.
    static func kinds(_ db: Database) throws -> Int64 {
        guard try db.tableExists("grdb_migrations"), try db.tableExists("meta") else { return 0 }
        return try MetaTable.read(.kinds, db) ?? 0
    }
}
