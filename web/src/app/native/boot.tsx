import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { safeAreaNeedsSetup, setUpSafeArea } from '#web/platform/browser-chrome/start-screen.ts'
import { startOnDemand } from '../start/when-idle.ts'

/** Holds the native app back until the safe area is known; the web never waits. */
export function Boot({ children }: { children: ReactNode }) {
  const [ready, setReady] = useState(!safeAreaNeedsSetup)
  useEffect(() => {
    if (safeAreaNeedsSetup) void setUpSafeArea().finally(() => setReady(true))
  }, [])
  // Spelled out, because a constant of another module comes too late: the website's build would carry the rest.
  if (import.meta.env.VITE_SHELL !== 'native') return children
  return (
    <>
      <NativeStart />
      {ready ? (
        children
      ) : (
        <p role="status" className="grid min-h-dvh place-items-center">
          App wird geladen...
        </p>
      )}
    </>
  )
}

/** Begins what only the shells do, once the router listens. On the website this is never rendered nor loaded. */
function NativeStart() {
  const router = useRouter()
  const queryClient = useQueryClient()
  useEffect(
    () =>
      startOnDemand(
        () => import('./start-native.ts'),
        ({ startNative }) =>
          startNative({ history: router.history, queryClient, reloadPage: () => router.invalidate() }),
      ),
    [router, queryClient],
  )
  return null
}

/** Ends the splash screen of the shells, also where an error screen stands in the app's place. Never rendered on the website. */
export function SplashEnd() {
  useEffect(() => {
    import('./end-splash.ts').then(({ endSplashScreen }) => endSplashScreen()).catch(console.error)
  }, [])
  return null
}
