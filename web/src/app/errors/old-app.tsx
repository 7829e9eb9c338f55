import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useStore } from '#web/create-store.ts'
import { appState } from './app-standing.ts'

// The screens are hardly ever seen, and the first one of an app is light.
const RefusedApp = /* @__PURE__ */ lazy(() =>
  import('./old-app-screens.tsx').then(({ RefusedApp }) => ({ default: RefusedApp })),
)
const OldPage = /* @__PURE__ */ lazy(() =>
  import('./old-app-screens.tsx').then(({ OldPage }) => ({ default: OldPage })),
)

/** Replaces the app when the server serves it no more. */
export function OldApp({ children }: { children: ReactNode }) {
  const { standing } = useStore(appState)
  return standing === 'refused' ? (
    <Suspense>
      <RefusedApp />
    </Suspense>
  ) : (
    children
  )
}

/** Replaces a page that failed, if an older app is why. */
export function OldAppOr({ error, children }: { error: unknown; children: ReactNode }) {
  const { standing } = useStore(appState)
  useEffect(() => {
    import('./learn-standing.ts')
      .then(({ learnFromFailure }) => learnFromFailure(error, () => window.location.reload()))
      .catch(console.warn)
  }, [error])
  return standing === 'behind' ? (
    <Suspense>
      <OldPage />
    </Suspense>
  ) : (
    children
  )
}
