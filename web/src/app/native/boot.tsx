import { type ReactNode, useEffect, useState } from 'react'
import { safeAreaNeedsSetup, setUpSafeArea } from '#web/platform/browser-chrome/safe-area.ts'
import { NativeStart } from './native-start.tsx'

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
