import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { startOnDemand } from '#web/lib/hydration/when-idle.ts'
import { safeAreaNeedsSetup, setUpSafeArea } from '#web/platform/browser-chrome/start-screen.ts'

import { OldApp } from '../errors/old-app.tsx'

/** Delays rendering in the native app until the safe area is known; the web never waits. */
export function Boot({ children }: { children: ReactNode }) {
  const [ready, setReady] = useState(!safeAreaNeedsSetup)
  useEffect(() => {
    if (safeAreaNeedsSetup) void setUpSafeArea().finally(() => setReady(true))
  }, [])
  // Spelled out: with a constant of another module, the website's build would include the code below.
  if (import.meta.env.VITE_SHELL !== 'native') return children
  return (
    <>
      <NativeStart />
      {ready ? (
        <OldApp>{children}</OldApp>
      ) : (
        <p role="status" className="grid min-h-dvh place-items-center">
          App wird geladen...
        </p>
      )}
    </>
  )
}

/** Starts the behaviours of the shells. Not rendered, and its code not loaded, on the website. */
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

/** Hides the shells' splash screen, also when an error screen replaces the app. Not rendered on the website. */
export function SplashEnd() {
  useEffect(() => {
    import('./end-splash.ts').then(({ endSplashScreen }) => endSplashScreen()).catch(console.error)
  }, [])
  return null
}
