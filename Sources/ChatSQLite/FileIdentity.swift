import ChatRooms
import Foundation

/// Which file it is, whatever its name and content: a copy is another one.
///
/// The inode alone does not tell: ext4 gives a file restored by `rm` and `cp` the number of the one just removed. So what the
/// file system keeps of its making counts too. The device does not: its number may be another after a restart.
struct FileIdentity: Hashable {
    var inode: UInt64
    /// Linux: the inode's generation, drawn when it was made. Apple: when it was made. 0 on file systems that have none.
    var generation: UInt64

    init(inode: UInt64, generation: UInt64) {
        self.inode = inode
        self.generation = generation
    }

    init(of descriptor: Int32) throws {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw StoreError.unusable("The database can't be looked at (\(systemError())): check the disk.")
        }
        inode = UInt64(truncatingIfNeeded: status.st_ino)
        #if canImport(Darwin)
            let born = status.st_birthtimespec
            generation =
                UInt64(truncatingIfNeeded: born.tv_sec) &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: born.tv_nsec)
        #else
            // FS_IOC_GETVERSION (linux/fs.h), a macro Swift doesn't import: _IOR('v', 1, long).
            let getVersion = UInt(2) << 30 | UInt(MemoryLayout<Int>.size) << 16 | 0x76 << 8 | 1
            var version = 0
            generation = ioctl(descriptor, getVersion, &version) == 0 ? UInt64(UInt32(truncatingIfNeeded: version)) : 0
        #endif
    }
}
