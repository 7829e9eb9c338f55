import type { CapacitorConfig } from '@capacitor/cli'
import { readNativeConfig } from '../scripts/native/config.ts'

const { appId, appName } = readNativeConfig()

/** Read by `cap`; what it makes of it is copied into both projects by `npm run native:sync`. */
const config: CapacitorConfig = {
  appId,
  appName,
  webDir: '../web/dist-native/client',
  loggingBehavior: 'debug',
  server: {
    // The origins that server/http/backend-routes.ts knows.
    androidScheme: 'https',
    hostname: 'localhost',
    cleartext: false,
    // Every other address opens outside the app.
    allowNavigation: [],
  },
  android: { allowMixedContent: false },
  plugins: {
    // The page is told of the bars by env(safe-area-inset-…), as on iOS.
    SystemBars: { insetsHandling: 'native', initialViewportFitValueHint: 'cover' },
    // Until the app says so: web/src/platform/browser-chrome/start-screen.ts.
    SplashScreen: { launchAutoHide: false },
    // While the app is open, the bell says it.
    PushNotifications: { presentationOptions: [] },
  },
}
export default config
