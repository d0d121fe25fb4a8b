import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What a process has used up to a moment.
struct ProcessUse: Sendable {
    /// Seconds of CPU, of all its threads, in the kernel and outside.
    var cpu: Double
    /// Bytes of memory it holds.
    var resident: UInt64

    /// This process's seconds of CPU.
    static func own() -> Double {
        var time = timespec()
        guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Another process's, from `/proc` (proc(5)); nil where there is none, or on another system
    /// than Linux.
    init?(pid: Int) {
        guard let stat = ProcessUse.read("/proc/\(pid)/stat"), let statm = ProcessUse.read("/proc/\(pid)/statm") else {
            return nil
        }
        // The second field is the program's name in brackets, and may hold anything.
        guard let name = stat.lastIndex(of: ")") else { return nil }
        let fields = stat[name...].split(separator: " ")
        let pages = statm.split(separator: " ")
        guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]),
            pages.count > 1, let held = UInt64(pages[1])
        else { return nil }
        cpu = (user + system) / Double(max(sysconf(Int32(_SC_CLK_TCK)), 1))
        resident = held &* UInt64(max(sysconf(Int32(_SC_PAGESIZE)), 1))
    }

    private static func read(_ path: String) -> String? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return String(decoding: data, as: UTF8.self)
    }
}
