import { useSyncExternalStore } from 'react'

/** From here on (Tailwind's `lg`) the calendar shows the week instead of the list, and the month beside the list. */
const wideScreen = '(width >= 1024px)'

function watchWidth(changed: () => void): () => void {
  const screen = matchMedia(wideScreen)
  screen.addEventListener('change', changed)
  return () => screen.removeEventListener('change', changed)
}

export const isWide = () => import.meta.env.SSR || matchMedia(wideScreen).matches

/** True on the server, which does not know the screen and writes what both need. */
export const useWideScreen = (): boolean => useSyncExternalStore(watchWidth, isWide, () => true)

/** Resolves as soon as the screen is wide: on phones perhaps never. */
export const onceWide = (): Promise<void> =>
  new Promise((resolve) => {
    if (isWide()) return resolve()
    const stop = watchWidth(() => {
      stop()
      resolve()
    })
  })
