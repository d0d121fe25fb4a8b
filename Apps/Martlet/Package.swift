// swift-tools-version: 6.2
import PackageDescription

// The app and the modules it is made of, and nothing else: no server, no database, no dependency to
// fetch. The modules are the project's own, by symbolic links in `Sources`: a dependency on the
// root package, with `traits: []`, would raise the app's minimum to macOS 14, which that package's
// server needs and which no trait can take out of its manifest.
let package = Package(
    name: "Martlet",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [
        .executable(name: "MartletMain", targets: ["MartletMain"]),
        .library(name: "MartletApp", targets: ["MartletApp"]),
        .library(name: "MartletShare", targets: ["MartletShare"]),
        .library(name: "MartletPush", targets: ["MartletPush"]),
        .library(name: "MartletPreviews", targets: ["MartletPreviews"]),
    ],
    targets: [
        .target(name: "ChatWire"),
        .target(name: "ChatModel", dependencies: ["ChatWire"]),
        .target(name: "ChatLanguages", dependencies: ["ChatModel"]),
        .target(name: "Flux"),
        .target(name: "ChatCore", dependencies: ["ChatModel"]),
        .target(name: "ChatStore", dependencies: ["ChatCore", "Flux"]),
        .target(name: "ChatUI", dependencies: ["ChatModel"]),
        .target(name: "ChatScreens", dependencies: ["ChatStore", "ChatUI"]),
        // The app: scenes, notifications, work in the background. Linked by the executable here and
        // by the Xcode project.
        .target(name: "MartletApp", dependencies: ["ChatLanguages", "ChatScreens", "MartletGroup"]),
        // The share extension of iOS. It has no client, and no module that app extensions may not
        // use.
        .target(name: "MartletShare", dependencies: ["ChatLanguages", "ChatStore", "ChatUI", "MartletGroup"]),
        // The notification service extension of iOS. It shows no views.
        .target(name: "MartletPush", dependencies: ["ChatLanguages", "ChatStore", "MartletGroup"]),
        // What the app and its extensions have in common.
        .target(name: "MartletGroup"),
        .executableTarget(name: "MartletMain", dependencies: ["MartletApp"]),
        // Previews of every view, fed by the server's rules in process.
        .target(name: "ChatRooms", dependencies: ["ChatWire"]),
        .target(name: "ChatTesting", dependencies: ["ChatCore", "ChatRooms"]),
        .target(name: "MartletPreviews", dependencies: ["MartletApp", "ChatTesting"]),
        .testTarget(name: "MartletPreviewsTests", dependencies: ["MartletPreviews"]),
    ]
)
