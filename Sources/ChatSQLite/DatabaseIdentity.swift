import ChatRooms
import ChatSQL
import Foundation

extension DatabaseIdentity {
    /// The identity of a file.
    ///
    /// The inode alone is not enough: after `rm` and `cp`, ext4 gives the new file the number of
    /// the removed one. So the file's generation counts, too. The device number does not: it may
    /// change with a restart.
    init(of descriptor: Int32) throws {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw StoreError.unusable("The database can't be looked at (\(systemError())): check the disk.")
        }
        let inode = UInt64(truncatingIfNeeded: status.st_ino)
        #if canImport(Darwin)
            let born = status.st_birthtimespec
            let generation =
                UInt64(truncatingIfNeeded: born.tv_sec) &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: born.tv_nsec)
        #else
            // FS_IOC_GETVERSION (linux/fs.h), a macro that Swift does not import: _IOR('v', 1,
            // long).
            let getVersion = UInt(2) << 30 | UInt(MemoryLayout<Int>.size) << 16 | 0x76 << 8 | 1
            var version = 0
            // A random number; 0 on file systems without one.
            let generation =
                ioctl(descriptor, getVersion, &version) == 0 ? UInt64(UInt32(truncatingIfNeeded: version)) : 0
        #endif
        self.init(number: inode, generation: generation)
    }
}
