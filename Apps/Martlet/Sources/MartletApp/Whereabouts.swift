#if canImport(SwiftUI)
    import ChatModel
    import ChatScreens
    import CoreLocation
    import Foundation

    /// Asks the system once for the user's location, when the user sends it, and at no other time.
    @MainActor
    final class Whereabouts: NSObject {
        private let locations: CLLocationManager = CLLocationManager()
        private var answer: (@MainActor (Result<Location, LocationTrouble>) -> Void)?

        /// One question at a time: a new one replaces the last, which gets no answer.
        func ask(_ answer: @escaping @MainActor (Result<Location, LocationTrouble>) -> Void) {
            self.answer = answer
            locations.delegate = self
            locations.desiredAccuracy = kCLLocationAccuracyNearestTenMeters
            proceed(locations.authorizationStatus)
        }

        private func proceed(_ status: CLAuthorizationStatus) {
            guard answer != nil else { return }
            switch status {
            case .notDetermined: locations.requestWhenInUseAuthorization()
            case .denied, .restricted: finish(.failure(.refused))
            default: locations.requestLocation()
            }
        }

        private func finish(_ result: Result<Location, LocationTrouble>) {
            let answer: (@MainActor (Result<Location, LocationTrouble>) -> Void)? = self.answer
            self.answer = nil
            answer?(result)
        }
    }

    // The manager calls on the thread that it was made on, which is the main one.
    extension Whereabouts: CLLocationManagerDelegate {
        nonisolated func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
            let status: CLAuthorizationStatus = manager.authorizationStatus
            MainActor.assumeIsolated { proceed(status) }
        }

        nonisolated func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
            guard let place: CLLocationCoordinate2D = locations.last?.coordinate else { return }
            let result: Result<Location, LocationTrouble>
            if let location = Location(latitude: place.latitude, longitude: place.longitude) {
                result = .success(location)
            } else {
                result = .failure(.unknown)
            }
            MainActor.assumeIsolated { finish(result) }
        }

        nonisolated func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
            let isRefused: Bool = (error as? CLError)?.code == CLError.Code.denied
            MainActor.assumeIsolated { finish(.failure(isRefused ? .refused : .unknown)) }
        }
    }
#endif
