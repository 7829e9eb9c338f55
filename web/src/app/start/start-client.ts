import { watchSession } from '#web/lib/auth/session/watch-session.ts'
import { watchErrors } from '#web/lib/monitoring/monitoring-outbox.ts'
import { watchKeyboard } from '#web/platform/browser-chrome/keyboard.ts'
import { followTheme } from '#web/platform/browser-chrome/theme.ts'
import { watchTooltips } from '#web/ui/overlays/tooltips.ts'
import { startLater } from './start-later.ts'
import { whenQuiet } from './when-idle.ts'

const silenced = ['log', 'debug', 'info', 'time', 'timeEnd'] as const

/** Silences console methods in production builds, except warnings and errors. */
function silenceConsole(): void {
  for (const method of silenced) console[method] = () => {}
}

/** Starts what runs in the browser as long as the app. Returns the unsubscribe function. */
export function startClient(): () => void {
  if (import.meta.env.PROD) silenceConsole()
  const stops = [watchErrors(), followTheme(), watchKeyboard(), watchTooltips(), watchSession(), whenQuiet(startLater)]
  return () => {
    for (const stop of stops) stop()
  }
}
