import Foundation
import Capacitor
import UserNotifications

/// Reports which of Apple's two push services issued this build's tokens; the other rejects them. Clears what has been
/// delivered, which Capacitor's plugin refuses until Apple has given a token in this process.
@objc(PushServicePlugin)
public class PushServicePlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "PushServicePlugin"
    public let jsName = "PushService"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "environment", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "clear", returnType: CAPPluginReturnPromise)
    ]

    @objc func environment(_ call: CAPPluginCall) {
        call.resolve(["apsEnvironment": Self.apsEnvironment()])
    }

    @objc func clear(_ call: CAPPluginCall) {
        let center = UNUserNotificationCenter.current()
        center.removeAllDeliveredNotifications()
        center.setBadgeCount(0) { _ in call.resolve() }
    }

    /// The entitlement this build was signed with. iOS does not expose it, but the profile in the app contains it; builds
    /// from TestFlight and the store have no profile.
    private static func apsEnvironment() -> String {
        #if targetEnvironment(simulator)
        return "development"
        #else
        // The property list is embedded in a signature.
        guard let address = Bundle.main.url(forResource: "embedded", withExtension: "mobileprovision"),
              let file = try? Data(contentsOf: address),
              let start = file.range(of: Data("<plist".utf8))?.lowerBound,
              let end = file.range(of: Data("</plist>".utf8))?.upperBound, start < end,
              let list = try? PropertyListSerialization.propertyList(from: file.subdata(in: start..<end), format: nil),
              let entitlements = (list as? [String: Any])?["Entitlements"] as? [String: Any],
              let environment = entitlements["aps-environment"] as? String
        else { return "production" }
        return environment
        #endif
    }
}
