import { watchSession } from '#web/data/watch-session.ts'
import { watchKeyboard } from '#web/platform/keyboard.ts'
import { followTheme } from '#web/platform/theme.ts'
import { watchErrors } from './monitoring-outbox.ts'
import { startOnDemand } from './start-on-demand.ts'
import { watchTooltips } from './tooltips.ts'
import { whenQuiet } from './when-quiet.ts'

const silenced = ['log', 'debug', 'info', 'time', 'timeEnd'] as const

/** These console methods say nothing in a production build. Warnings and errors stay. */
function silenceConsole(): void {
  for (const method of silenced) console[method] = () => {}
}

const startRest = () =>
  startOnDemand(
    () => import('./start-later.ts'),
    ({ startLater }) => startLater(),
  )

/** What runs in the browser for as long as the app does. Returns the way out. */
export function startClient(): () => void {
  if (import.meta.env.PROD) silenceConsole()
  const stops = [watchErrors(), followTheme(), watchKeyboard(), watchTooltips(), watchSession(), whenQuiet(startRest)]
  return () => {
    for (const stop of stops) stop()
  }
}
