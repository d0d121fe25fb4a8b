import Foundation

/// What the system says of an error: “No space left on device”.
package func systemError(_ number: Int32 = errno) -> String {
    String(cString: strerror(number))
}
