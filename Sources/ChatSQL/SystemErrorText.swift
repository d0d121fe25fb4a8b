import Foundation

/// What the system says of an error: “No space left on device”.
package func systemError(_ number: Int32 = errno) -> String {
    String(cString: strerror(number))
}

/// Whether an `errno` means that there is no room left: on the disk, in a quota, or below the limit
/// on the size of files.
package func isNoRoom(_ number: Int32) -> Bool { number == ENOSPC || number == EDQUOT || number == EFBIG }
