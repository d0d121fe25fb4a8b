import MartletShare

/// The extension's principal class, which Info.plist names. `MartletShare` does everything.
final class ShareViewController: SharingController {}
