import { SplashScreen } from '@capacitor/splash-screen'

/** native/capacitor.config.ts leaves the hiding to this. */
export const hideSplash = (): Promise<void> => SplashScreen.hide()
