/// Every maximum of the app.
public enum Limits {
    /// TMDB answers no page beyond this one.
    public static let pages = 500
    /// Bytes of an answer of the API, and of a poster.
    public static let answerBytes = 4 << 20
    public static let posterBytes = 8 << 20
    /// Characters of what is searched for, and of a list's name.
    public static let queryCharacters = 200
    public static let nameCharacters = 64
    public static let lists = 100
    public static let moviesInList = 5_000
    /// Posters kept in memory, in bytes, and on disk.
    public static let postersInMemory = 32 << 20
    public static let postersOnDisk = 256 << 20
    /// Actions kept for time travel.
    public static let log = 1_000
}
