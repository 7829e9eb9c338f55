import { useSyncExternalStore } from 'react'

/** Tailwind's `lg`. */
const wideScreen = '(width >= 1024px)'

function watchWidth(changed: () => void): () => void {
  const screen = matchMedia(wideScreen)
  screen.addEventListener('change', changed)
  return () => screen.removeEventListener('change', changed)
}

export const isWide = () => import.meta.env.SSR || matchMedia(wideScreen).matches

/** `onServer`, which does not know the screen size: true where it renders for both. */
export const useWideScreen = (onServer = true): boolean => useSyncExternalStore(watchWidth, isWide, () => onServer)

/** Resolves once the screen is wide; on phones possibly never. */
export const onceWide = (): Promise<void> =>
  new Promise((resolve) => {
    if (isWide()) return resolve()
    const stop = watchWidth(() => {
      stop()
      resolve()
    })
  })
