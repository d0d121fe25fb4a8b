// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that a build of the server builds none of it. `Scripts/fuzz.sh` builds and
// runs it.

func martlet(_ modules: String...) -> [Target.Dependency] {
    modules.map { .product(name: $0, package: "martlet") }
}

// libFuzzer has `main`.
let withoutMain: [SwiftSetting] = [.unsafeFlags(["-parse-as-library"])]

let package = Package(
    name: "martlet-fuzz",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "martlet", path: "../", traits: ["Server"]),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .target(name: "FuzzSupport", path: "Sources/Support"),
        // Targets for modules that need no other package.
        .executableTarget(
            name: "FuzzValues",
            dependencies: ["FuzzSupport"] + martlet("ChatWire", "ChatModel", "ChatCore", "ChatRooms"),
            path: "Sources/Values",
            swiftSettings: withoutMain
        ),
        // Targets for code that needs SwiftNIO or SQLite. The sources have links to the files of
        // `ChatServer` that need no more, since all of `ChatServer` takes minutes to build.
        .executableTarget(
            name: "FuzzChannels",
            dependencies: ["FuzzSupport"] + martlet("ChatWire", "ChatNIO", "ChatSQLite") + [
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Sources/Channels",
            swiftSettings: withoutMain
        ),
    ]
)
