import { type ReactNode, useEffect, useState } from 'react'
import { safeAreaNeedsSetup, setUpSafeArea } from '#web/platform/safe-area.ts'

/** Holds the app back in the native shells until the safe area is known (specification §2 Shell); the web never waits. */
export function Boot({ children }: { children: ReactNode }) {
  const [ready, setReady] = useState(!safeAreaNeedsSetup)
  useEffect(() => {
    if (safeAreaNeedsSetup) void setUpSafeArea().finally(() => setReady(true))
  }, [])
  if (ready) return children
  return (
    <p role="status" className="grid min-h-dvh place-items-center">
      App wird geladen...
    </p>
  )
}
