import { type Theme, themeColors } from './theme.ts'

/** The bar changes this long after the last of several theme changes (ms). */
const settleMs = 1000

export type StatusBarStyle = {
  /** #rrggbb */
  color: string
  /** Colour of the clock and icons. */
  icons: 'dark' | 'light'
}

/** The device's bar. */
export type StatusBarDevice = { show(style: StatusBarStyle): Promise<void> }

type FollowOptions = {
  bar: StatusBarDevice
  theme: () => Theme
  subscribe: (listener: () => void) => () => void
  /** Calls back after this many milliseconds; returns the cancel function. */
  after: (ms: number, callback: () => void) => () => void
}

const statusBarStyle = (theme: Theme): StatusBarStyle => ({
  color: themeColors[theme],
  icons: theme === 'dark' ? 'light' : 'dark',
})

/** Keeps the status bar in the theme's colours: set at once, and again `settleMs` after a theme change. */
export function followStatusBar({ bar, theme, subscribe, after }: FollowOptions): {
  /** Applies the theme again, because the device may have reset the bar. */
  reapply: () => void
  stop: () => void
} {
  const show = () => void bar.show(statusBarStyle(theme())).catch(console.warn)
  let cancel = () => {}
  const reapply = () => {
    cancel()
    cancel = after(settleMs, show)
  }
  show()
  const unsubscribe = subscribe(reapply)
  return {
    reapply,
    stop() {
      cancel()
      unsubscribe()
    },
  }
}
