import { type Theme, themeColors } from './theme.ts'

/** Delay between the last theme change and the change of colours (ms). */
const settledAfterMs = 1000

export type StatusBarStyle = {
  /** #rrggbb */
  color: string
  /** Colour of the clock and icons. */
  signs: 'dark' | 'light'
}

/** The device's bar. */
export type StatusBarDevice = { show(look: StatusBarStyle): Promise<void> }

type Following = {
  bar: StatusBarDevice
  theme: () => Theme
  subscribe: (listener: () => void) => () => void
  /** Calls back after this many milliseconds; returns the cancel function. */
  after: (ms: number, callback: () => void) => () => void
}

const statusBarStyle = (theme: Theme): StatusBarStyle => ({
  color: themeColors[theme],
  signs: theme === 'dark' ? 'light' : 'dark',
})

/** Keeps the status bar in the theme's colours: immediately at start, then after each change has settled. */
export function followStatusBar({ bar, theme, subscribe, after }: Following): {
  /** Applies the theme again, in case the device has reset it. */
  again: () => void
  stop: () => void
} {
  const show = () => void bar.show(statusBarStyle(theme())).catch(console.warn)
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
