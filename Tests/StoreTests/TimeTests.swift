import ChatRooms
import ChatWire
import Testing

@testable import ChatSQLite
import ChatTesting

@Suite struct `Times never go back` {
    private let ann = Sender(1)

    @Test func `after a restart, too`() throws {
        try withFiles { files in
            try files.withStore { _ = try $0.append([ann.newEvent(at: 1_000)]) }
            try files.withStore { store in
                _ = try store.append([ann.newEvent(at: 10), ann.newEvent(at: 2_000)])
                try #expect(store.log(of: .lobby).map(\.at) == [1_000, 1_000, 2_000])
            }
        }
    }

    @Test func `a clock that jumps ahead makes no file older than the server saw it grow`() {
        let (hour, year): (Int64, Int64) = (3_600_000, 31_536_000_000)
        let uploaded: Int64 = 1_795_223_116_490
        // Wrong from the start.
        let late = FileAgeClock(newest: uploaded, wall: uploaded + year, uptime: 7)
        #expect(late.time(wall: uploaded + year, uptime: 7) == uploaded)
        #expect(late.time(wall: uploaded + year + hour, uptime: 7 + hour) == uploaded + hour)
        #expect(late.time(wall: uploaded + 2 * hour, uptime: 7 + 3 * hour) == uploaded + 2 * hour)
        // Wrong later on.
        let empty = FileAgeClock(newest: nil, wall: uploaded, uptime: 0)
        #expect(empty.time(wall: uploaded + year, uptime: hour) == uploaded + hour)
    }

    #if os(Linux)
        @Test func `file systems of the network are known by their names in the mount table`() {
            let mounts = """
                36 35 0:61 / /mnt/far rw,nosuid shared:2 - fuse.sshfs user@host:/ rw
                37 35 0:62 / /mnt/near rw,nosuid - fuse.gocryptfs /secret rw
                38 35 8:1 / /mnt/stick rw - fuseblk /dev/sda1 rw
                """
            #expect(NetworkFileSystem.fuseName(device: 61, mounts: mounts) == "fuse.sshfs")
            #expect(NetworkFileSystem.fuseName(device: 62, mounts: mounts) == nil)
            #expect(NetworkFileSystem.fuseName(device: 0x801, mounts: mounts) == nil)
            #expect(NetworkFileSystem.fuseName(device: 63, mounts: mounts) == nil)
        }
    #endif

    @Test func `temporary folders are of this machine`() throws {
        try withFolder { folder in #expect(NetworkFileSystem.name(of: folder) == nil) }
    }
}
