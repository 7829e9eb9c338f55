import { useEffect } from 'react'

/** Ends the splash screen of the shells, also where an error screen stands in the app's place. Never rendered on the website. */
export function SplashEnd() {
  useEffect(() => {
    import('./end-splash.ts').then(({ endSplashScreen }) => endSplashScreen()).catch(console.error)
  }, [])
  return null
}
