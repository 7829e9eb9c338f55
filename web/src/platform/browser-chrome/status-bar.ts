import { type Theme, themeColors } from './theme.ts'

/** Colours change this long after the last change of the theme (ms). */
const settledAfterMs = 1000

export type StatusBarLook = {
  /** #rrggbb */
  color: string
  /** What stands on it: clock and signs. */
  signs: 'dark' | 'light'
}

/** The device's bar. */
export type StatusBarDevice = { show(look: StatusBarLook): Promise<void> }

type Following = {
  bar: StatusBarDevice
  theme: () => Theme
  subscribe: (listener: () => void) => () => void
  /** Calls back after so many milliseconds; returns what cancels it. */
  after: (ms: number, callback: () => void) => () => void
}

const statusBarLook = (theme: Theme): StatusBarLook => ({
  color: themeColors[theme],
  signs: theme === 'dark' ? 'light' : 'dark',
})

/** Keeps the status bar in the colours of the theme: immediately at the start, then after each change has settled. */
export function followStatusBar({ bar, theme, subscribe, after }: Following): {
  /** The device may have forgotten: shows the theme once more, as after a change. */
  again: () => void
  stop: () => void
} {
  const show = () => void bar.show(statusBarLook(theme())).catch(console.warn)
  let forget = () => {}
  const again = () => {
    forget()
    forget = after(settledAfterMs, show)
  }
  show()
  const leave = subscribe(again)
  return {
    again,
    stop() {
      forget()
      leave()
    },
  }
}
