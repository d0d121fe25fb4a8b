import CFileSystem
import ChatRooms
import Foundation

/// Refuses a data folder on a network file system.
///
/// In WAL mode SQLite shares an index between connections in mapped memory, which no network file
/// system supports (https://www.sqlite.org/wal.html). Also, data that such a system reports as
/// flushed may still be in the other machine's memory.
enum NetworkFileSystem {
    static func refuse(_ folder: String) throws(StoreError) {
        guard let name = name(of: folder) else { return }
        throw .unusable(
            "\(folder) is on a network file system (\(name)), where the log can be damaged: SQLite needs shared memory and flushes that hold. Choose a folder on a disk of this machine."
        )
    }

    #if os(Linux)
        /// The magic numbers that `statfs` returns (linux/magic.h, statfs(2)).
        private static let magicNumbers: [UInt32: String] = [
            0x6969: "nfs", 0xFF53_4D42: "cifs", 0xFE53_4D42: "smb2", 0x517B: "smb", 0x00C3_6400: "ceph",
            0x5346_414F: "afs", 0x6B41_4653: "afs", 0x7375_7245: "coda", 0x0102_1997: "9p", 0x564C: "ncp",
            0x0BD0_0BD0: "lustre", 0x4750_4653: "gpfs", 0x1983_0326: "beegfs", 0x2003_0528: "orangefs",
            0x786F_4256: "vboxsf",
        ]
        private static let fuse: UInt32 = 0x6573_5546

        /// The file system's name, if it is a network file system.
        static func name(of folder: String) -> String? {
            let magic = file_system_type(folder)
            guard magic == fuse else { return magicNumbers[magic] }
            let mounts = (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
            var file = stat()
            guard stat(folder, &file) == 0 else { return nil }
            return fuseName(device: UInt64(file.st_dev), mounts: mounts)
        }

        /// FUSE file systems store their data on this machine (encryption, unions of disks) or
        /// elsewhere. The mount table tells them apart by name.
        private static let remoteFUSE: Set<String> = [
            "sshfs", "s3fs", "gcsfuse", "rclone", "glusterfs", "ceph", "ceph-fuse", "davfs", "davfs2", "curlftpfs",
            "goofys",
            "juicefs", "nfs", "fuse-nfs", "smbnetfs", "hdfs", "mount-s3", "mountpoint-s3", "blobfuse", "blobfuse2",
            "seaweedfs", "moosefs", "mfs", "ipfs",
        ]

        /// - Parameter mounts: The text of `/proc/self/mountinfo` (proc_pid_mountinfo(5)).
        static func fuseName(device: UInt64, mounts: String) -> String? {
            let (major, minor) = ((device >> 8) & 0xFFF, (device & 0xFF) | ((device >> 12) & 0xFFF00))
            for line in mounts.split(separator: "\n") {
                let fields = line.split(separator: " ")
                guard fields.count > 6, fields[2] == "\(major):\(minor)", let dash = fields.firstIndex(of: "-"),
                    let type = fields[dash...].dropFirst().first, type.hasPrefix("fuse.")
                else { continue }
                return remoteFUSE.contains(String(type.dropFirst("fuse.".count))) ? String(type) : nil
            }
            return nil
        }
    #else
        static func name(of folder: String) -> String? {
            var status = statfs()
            guard statfs(folder, &status) == 0, status.f_flags & UInt32(MNT_LOCAL) == 0 else { return nil }
            return withUnsafeBytes(of: status.f_fstypename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
    #endif
}
