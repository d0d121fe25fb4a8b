/// The rule for new passwords (NIST SP 800-63B section 5.1.1.2: a minimum length, no composition).
public enum PasswordRule {
    /// Why a new password is refused; `nil` if it is accepted.
    ///
    /// It needs ``Limits/passwordScalars`` Unicode scalars, and has at most
    /// ``Limits/passwordBytes`` bytes of UTF-8.
    public static func check(_ password: String) -> WireError? {
        guard password.unicodeScalars.count >= Limits.passwordScalars, password.utf8.count <= Limits.passwordBytes
        else {
            return WireError(
                .password,
                "A password has at least \(Limits.passwordScalars) characters and at most \(Limits.passwordBytes) bytes: choose another."
            )
        }
        return nil
    }
}
