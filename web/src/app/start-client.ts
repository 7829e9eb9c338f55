import { watchSession } from '#web/data/watch-session.ts'
import { watchKeyboard } from '#web/platform/keyboard.ts'
import { followTheme } from '#web/platform/theme.ts'
import { watchErrors } from './monitoring-outbox.ts'
import { watchTooltips } from './tooltips.ts'
import { whenQuiet } from './when-quiet.ts'

const silenced = ['log', 'debug', 'info', 'time', 'timeEnd'] as const

/** Specification §8: these console methods say nothing in a production build. Warnings and errors stay. */
function silenceConsole(): void {
  for (const method of silenced) console[method] = () => {}
}

/** Without its code the page works all the same. */
function startRest(): () => void {
  let stop: (() => void) | undefined
  let left = false
  import('./start-later.ts')
    .then(({ startLater }) => {
      if (!left) stop = startLater()
    })
    .catch(console.warn)
  return () => {
    left = true
    stop?.()
  }
}

/** What runs in the browser for as long as the app does. Returns the way out. */
export function startClient(): () => void {
  if (import.meta.env.PROD) silenceConsole()
  const stops = [watchErrors(), followTheme(), watchKeyboard(), watchTooltips(), watchSession(), whenQuiet(startRest)]
  return () => {
    for (const stop of stops) stop()
  }
}
