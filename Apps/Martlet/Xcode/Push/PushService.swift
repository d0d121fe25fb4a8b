import MartletPush

/// The extension's principal class, which Info.plist names. `MartletPush` does everything.
final class PushService: PushServiceExtension {}
