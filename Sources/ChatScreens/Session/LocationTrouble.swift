/// Why there is no location, as a sentence for the user.
public enum LocationTrouble: String, Error {
    /// The user does not allow it.
    case refused = "This app is not allowed to use your location. Allow it in the system's settings."
    /// The device does not know it.
    case unknown = "Your location could not be determined. Try again."
}
