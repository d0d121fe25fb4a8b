#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// A location in its bubble. A tap opens it in Maps. No map service is asked before that,
    /// unless the user wants to see maps.
    struct LocationLine: View {
        let location: Location
        let front: Color
        let open: (URL) -> Void
        @Environment(\.theme) private var theme: Theme
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting
        @Environment(\.mapPictures) private var mapPictures: MapPictures?

        var body: some View {
            Button(action: show) {
                VStack(alignment: .leading, spacing: 4) {
                    if let mapPictures, let frame = MapFrame(location) {
                        MapPicture(frame: frame, pictures: mapPictures, front: front)
                    }
                    LargeTextStack(spacing: 10) {
                        Image(systemName: "mappin.and.ellipse")
                            .font(.title2)
                            .frame(minWidth: 32, minHeight: 40)
                        VStack(alignment: .leading, spacing: 2) {
                            Text(verbatim: location.label ?? localized("Location"))
                                .font(Font(theme.fonts.message))
                            Text(verbatim: MapLink.degrees(location, locale: dateFormatting.locale))
                                .font(Font(theme.fonts.detail))
                        }
                    }
                }
                .foregroundColor(front)
                .touchTarget(.leading)
            }
            .buttonStyle(.plain)
            .accessibilityLabel(Text(verbatim: MapLink.label(location, locale: dateFormatting.locale)))
            .accessibilityHint(Text(localized("Opens Maps")))
        }

        private func show() {
            if let url: URL = MapLink.url(location) { open(url) }
        }
    }
#endif
