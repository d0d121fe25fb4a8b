// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "EchoBot",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "martlet", path: "../..")],
    targets: [
        .executableTarget(name: "EchoBot", dependencies: [.product(name: "ChatCoreNIO", package: "martlet")])
    ])
