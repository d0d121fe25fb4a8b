#if canImport(SwiftUI) && canImport(MapKit)
    import ChatModel
    import ChatWire
    import CoreGraphics
    import Foundation
    import MapKit
    import SwiftUI

    /// Maps of the places in messages, from Apple's map service, which gets their coordinates. The
    /// most recently seen ones are kept, within ``ChatWire/Limits/mapBytesKept``.
    @MainActor
    public final class MapPictures {
        /// A map as it is drawn.
        struct Key: Hashable, Sendable {
            var frame: MapFrame
            var isDark: Bool
            /// Pixels for each point.
            var scale: Double
        }

        /// The service answered with neither a map nor an error.
        private struct NoMap: Error {}

        private var kept: BoundedCache<Key, CGImage> = BoundedCache<Key, CGImage>(
            count: Limits.mapsKept, bytes: Limits.mapBytesKept)

        /// Creates an empty store.
        public init() {}

        /// The map, if it is loaded already.
        func kept(_ key: Key) -> CGImage? { kept.value(for: key) }

        /// The map, without a mark at the place. Throws without a network. An app in the background
        /// gets it when it is in the foreground again.
        func picture(_ key: Key) async throws -> CGImage {
            if let picture: CGImage = kept(key) { return picture }
            let picture: CGImage = try await MapPictures.loaded(MapPictures.options(key))
            kept.keep(picture, for: key, bytes: picture.bytesPerRow * picture.height)
            return picture
        }

        private static func options(_ key: Key) -> MKMapSnapshotter.Options {
            let options: MKMapSnapshotter.Options = MKMapSnapshotter.Options()
            options.region = MKCoordinateRegion(
                center: CLLocationCoordinate2D(latitude: key.frame.latitude, longitude: key.frame.longitude),
                span: MKCoordinateSpan(
                    latitudeDelta: key.frame.latitudeSpan, longitudeDelta: key.frame.longitudeSpan))
            options.size = CGSize(width: MapFrame.width, height: MapFrame.height)
            #if canImport(UIKit)
                options.traitCollection = UITraitCollection(userInterfaceStyle: key.isDark ? .dark : .light)
                options.scale = CGFloat(key.scale)
            #elseif canImport(AppKit)
                options.appearance = NSAppearance(named: key.isDark ? .darkAqua : .aqua)
            #endif
            return options
        }

        private static func loaded(_ options: MKMapSnapshotter.Options) async throws -> CGImage {
            let snapshotter: MKMapSnapshotter = MKMapSnapshotter(options: options)
            // It is not kept by the system while it works.
            defer { withExtendedLifetime(snapshotter) {} }
            return try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<CGImage, any Error>) in
                snapshotter.start(with: DispatchQueue.global(qos: .userInitiated)) {
                    @Sendable (snapshot: MKMapSnapshotter.Snapshot?, error: (any Error)?) in
                    if let snapshot, let picture: CGImage = MapPictures.pixels(of: snapshot) {
                        continuation.resume(returning: picture)
                    } else {
                        continuation.resume(throwing: error ?? NoMap())
                    }
                }
            }
        }

        /// On a Mac a snapshot has one picture for each kind of screen. The finest is taken.
        private nonisolated static func pixels(of snapshot: MKMapSnapshotter.Snapshot) -> CGImage? {
            #if canImport(UIKit)
                return snapshot.image.cgImage
            #elseif canImport(AppKit)
                let finest: NSImageRep? = snapshot.image.representations.max {
                    (one: NSImageRep, other: NSImageRep) in one.pixelsWide < other.pixelsWide
                }
                return finest?.cgImage(forProposedRect: nil, context: nil, hints: nil)
            #endif
        }
    }

    /// The map of a place, with a mark in its middle. Its space is reserved before it is loaded,
    /// and has only the mark without a network.
    struct MapPicture: View {
        let frame: MapFrame
        let pictures: MapPictures
        let front: Color
        @Environment(\.colorScheme) private var colorScheme: ColorScheme
        @Environment(\.displayScale) private var displayScale: CGFloat
        @Environment(\.theme) private var theme: Theme
        @State private var loaded: Loaded?

        /// A map, and what it shows: cells are reused for other places.
        private struct Loaded {
            let key: MapPictures.Key
            let picture: CGImage
        }

        var body: some View {
            front.opacity(0.1)
                .aspectRatio(CGFloat(MapFrame.width / MapFrame.height), contentMode: .fit)
                .frame(maxWidth: CGFloat(MapFrame.width), maxHeight: CGFloat(MapFrame.height))
                .overlay {
                    if let shown {
                        Image(decorative: shown, scale: 1, orientation: .up)
                            .resizable()
                            .aspectRatio(contentMode: .fill)
                    }
                }
                .overlay {
                    Image(systemName: "mappin.circle.fill")
                        .font(.title)
                        .symbolRenderingMode(.palette)
                        .foregroundStyle(Color.white, Color.red)
                }
                .clipShape(RoundedRectangle(cornerRadius: CGFloat(theme.photoRadius), style: .continuous))
                .task(id: key) { await load(key) }
        }

        /// A map that was loaded before is shown at once: a row that is scrolled back has no state
        /// of its own yet.
        private var shown: CGImage? {
            if let loaded, loaded.key == key { return loaded.picture }
            return pictures.kept(key)
        }

        private var key: MapPictures.Key {
            MapPictures.Key(frame: frame, isDark: colorScheme == ColorScheme.dark, scale: Double(displayScale))
        }

        /// Without a network it is asked for again when the message comes back into sight.
        private func load(_ key: MapPictures.Key) async {
            guard let picture: CGImage = try? await pictures.picture(key) else { return }
            loaded = Loaded(key: key, picture: picture)
        }
    }

    private struct MapPicturesKey: EnvironmentKey {
        static let defaultValue: MapPictures? = nil
    }

    extension EnvironmentValues {
        /// The source of maps in the bubbles of places. Without it, no map service is asked.
        public var mapPictures: MapPictures? {
            get { self[MapPicturesKey.self] }
            set { self[MapPicturesKey.self] = newValue }
        }
    }
#endif
