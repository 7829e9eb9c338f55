import type { AnyRouter } from '@tanstack/react-router'
import { watchSession } from '#web/lib/auth/session/watch-session.ts'
import { startOnDemand, whenQuiet } from '#web/lib/hydration/when-idle.ts'
import { watchErrors } from '#web/lib/monitoring/monitoring-outbox.ts'
import { watchKeyboard } from '#web/platform/browser-chrome/keyboard.ts'
import { followTheme } from '#web/platform/browser-chrome/theme.ts'

const silenced = ['log', 'debug', 'info', 'time', 'timeEnd'] as const

/** Silences console methods in production builds, except warnings and errors. */
function silenceConsole(): void {
  for (const method of silenced) console[method] = () => {}
}

const later = (router: AnyRouter) =>
  startOnDemand(
    () => import('./start-later.ts'),
    ({ startLater }) => startLater(router),
  )

/** Starts what runs in the browser as long as the app. Returns the unsubscribe function. */
export function startClient(router: AnyRouter): () => void {
  if (import.meta.env.PROD) silenceConsole()
  const laterOn = whenQuiet(() => later(router))
  const stops = [watchErrors(), followTheme(), watchKeyboard(), watchSession(), laterOn]
  return () => {
    for (const stop of stops) stop()
  }
}
