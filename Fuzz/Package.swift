// swift-tools-version: 6.2
import PackageDescription

// A package of its own: a build of the server builds none of this. `Scripts/fuzz.sh` builds and runs it.

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
        // Targets over modules that need no other package.
        .executableTarget(
            name: "FuzzValues",
            dependencies: [
                "FuzzSupport",
                .product(name: "ChatWire", package: "martlet"),
                .product(name: "ChatModel", package: "martlet"),
                .product(name: "ChatCore", package: "martlet"),
                .product(name: "ChatRooms", package: "martlet"),
            ],
            path: "Sources/Values",
            swiftSettings: withoutMain
        ),
        // Targets over what needs SwiftNIO or SQLite. Files of `ChatServer` that need no more are linked
        // into the sources, since all of `ChatServer` takes minutes to build.
        .executableTarget(
            name: "FuzzChannels",
            dependencies: [
                "FuzzSupport",
                .product(name: "ChatWire", package: "martlet"),
                .product(name: "ChatNIO", package: "martlet"),
                .product(name: "ChatSQLite", package: "martlet"),
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
