#if canImport(SwiftUI) && canImport(UIKit)
    import ChatModel
    import CoreGraphics
    import SwiftUI
    import UIKit

    /// A picture that is zoomed around the fingers, and around the point of a double tap.
    struct ZoomedPicture: UIViewRepresentable {
        let picture: CGImage
        /// Its file. On iOS the share sheet has it.
        let file: URL

        func makeUIView(context: Context) -> ZoomingView { ZoomingView() }

        func updateUIView(_ view: ZoomingView, context: Context) { view.show(picture) }
    }

    /// Scrolls and zooms one picture. ``Zoom`` says where it lies.
    @MainActor
    final class ZoomingView: UIScrollView, UIScrollViewDelegate {
        private let picture: UIImageView = UIImageView()
        private var place: Zoom = Zoom(picture: .zero, space: .zero)

        init() {
            super.init(frame: .zero)
            delegate = self
            minimumZoomScale = 1
            maximumZoomScale = CGFloat(Zoom.most)
            showsVerticalScrollIndicator = false
            showsHorizontalScrollIndicator = false
            contentInsetAdjustmentBehavior = .never
            addSubview(picture)
            picture.isAccessibilityElement = true
            picture.accessibilityTraits = .image
            picture.accessibilityLabel = localized("Photo")
            picture.accessibilityIgnoresInvertColors = true
            let tap: UITapGestureRecognizer = UITapGestureRecognizer(target: self, action: #selector(tappedTwice))
            tap.numberOfTapsRequired = 2
            addGestureRecognizer(tap)
        }

        required init?(coder: NSCoder) { nil }

        /// Shows a picture. One of the same size, as the next one of an animation, keeps the zoom.
        func show(_ image: CGImage) {
            picture.image = UIImage(cgImage: image)
            fit(CGSize(width: image.width, height: image.height))
        }

        override func layoutSubviews() {
            super.layoutSubviews()
            fit(place.picture)
        }

        private func fit(_ size: CGSize) {
            let now: Zoom = Zoom(picture: size, space: bounds.size)
            if now == place { return }
            place = now
            zoomScale = 1
            picture.frame = CGRect(origin: .zero, size: now.fitted)
            contentSize = now.fitted
            centerPicture()
            contentOffset = CGPoint(x: -contentInset.left, y: -contentInset.top)
        }

        private func centerPicture() {
            let margins: CGSize = place.margins(at: Double(zoomScale))
            contentInset = UIEdgeInsets(
                top: margins.height, left: margins.width, bottom: margins.height, right: margins.width)
        }

        func viewForZooming(in scrollView: UIScrollView) -> UIView? { picture }

        func scrollViewDidZoom(_ scrollView: UIScrollView) { centerPicture() }

        @objc private func tappedTwice(_ tap: UITapGestureRecognizer) {
            let isAnimated: Bool = !UIAccessibility.isReduceMotionEnabled
            if Zoom.toggled(Double(zoomScale)) == 1 {
                setZoomScale(1, animated: isAnimated)
            } else {
                zoom(to: place.part(around: tap.location(in: picture)), animated: isAnimated)
            }
        }
    }
#elseif canImport(SwiftUI) && canImport(AppKit)
    import AppKit
    import ChatModel
    import CoreGraphics
    import SwiftUI

    /// A picture that is zoomed around the pointer, and around the point of a double click.
    struct ZoomedPicture: NSViewRepresentable {
        let picture: CGImage
        /// Its file, to drag it to another app.
        let file: URL

        func makeNSView(context: Context) -> ZoomingView { ZoomingView(file) }

        func updateNSView(_ view: ZoomingView, context: Context) { view.show(picture) }
    }

    /// Scrolls and zooms one picture. ``Zoom`` says how large it is.
    @MainActor
    final class ZoomingView: NSScrollView {
        private let picture: DraggedPicture
        private var place: Zoom = Zoom(picture: .zero, space: .zero)

        init(_ file: URL) {
            picture = DraggedPicture(file)
            super.init(frame: .zero)
            contentView = CenteringClipView()
            documentView = picture
            drawsBackground = false
            contentView.drawsBackground = false
            hasVerticalScroller = true
            hasHorizontalScroller = true
            autohidesScrollers = true
            allowsMagnification = true
            minMagnification = 1
            maxMagnification = CGFloat(Zoom.most)
            picture.imageScaling = .scaleProportionallyUpOrDown
            picture.setAccessibilityLabel(localized("Photo"))
            let click: NSClickGestureRecognizer = NSClickGestureRecognizer(
                target: self, action: #selector(clickedTwice))
            click.numberOfClicksRequired = 2
            picture.addGestureRecognizer(click)
        }

        required init?(coder: NSCoder) { nil }

        /// Shows a picture. One of the same size, as the next one of an animation, keeps the zoom.
        func show(_ image: CGImage) {
            let size: NSSize = NSSize(width: image.width, height: image.height)
            picture.image = NSImage(cgImage: image, size: size)
            fit(size)
        }

        override func setFrameSize(_ newSize: NSSize) {
            super.setFrameSize(newSize)
            fit(place.picture)
        }

        private func fit(_ size: NSSize) {
            let now: Zoom = Zoom(picture: size, space: frame.size)
            if now == place { return }
            place = now
            magnification = 1
            picture.frame = NSRect(origin: .zero, size: now.fitted)
        }

        @objc private func clickedTwice(_ click: NSClickGestureRecognizer) {
            let factor: CGFloat = CGFloat(Zoom.toggled(Double(magnification)))
            let point: NSPoint = click.location(in: contentView)
            if NSWorkspace.shared.accessibilityDisplayShouldReduceMotion {
                setMagnification(factor, centeredAt: point)
            } else {
                animator().setMagnification(factor, centeredAt: point)
            }
        }
    }

    /// A picture whose file can be dragged to another app, which gets a copy.
    private final class DraggedPicture: NSImageView, NSDraggingSource {
        private let file: URL

        init(_ file: URL) {
            self.file = file
            super.init(frame: .zero)
        }

        required init?(coder: NSCoder) { nil }

        // Otherwise the drag would not come here.
        override func mouseDown(with event: NSEvent) {}

        override func mouseDragged(with event: NSEvent) {
            guard let image, image.size.width > 0 else { return }
            let point: NSPoint = convert(event.locationInWindow, from: nil)
            let size: NSSize = NSSize(width: 96, height: 96 * image.size.height / image.size.width)
            let item: NSDraggingItem = NSDraggingItem(pasteboardWriter: file as NSURL)
            item.setDraggingFrame(
                NSRect(
                    x: point.x - size.width / 2, y: point.y - size.height / 2, width: size.width, height: size.height),
                contents: image)
            beginDraggingSession(with: [item], event: event, source: self)
        }

        func draggingSession(
            _ session: NSDraggingSession, sourceOperationMaskFor context: NSDraggingContext
        ) -> NSDragOperation { .copy }
    }

    /// Shows a picture that is smaller than its space in the middle.
    private final class CenteringClipView: NSClipView {
        override func constrainBoundsRect(_ proposedBounds: NSRect) -> NSRect {
            var bounds: NSRect = super.constrainBoundsRect(proposedBounds)
            guard let size: NSSize = documentView?.frame.size else { return bounds }
            if bounds.width > size.width { bounds.origin.x = (size.width - bounds.width) / 2 }
            if bounds.height > size.height { bounds.origin.y = (size.height - bounds.height) / 2 }
            return bounds
        }
    }
#endif
