/** Sizes of the app frame in CSS pixels and its timings in milliseconds. */
export const headerHeight = 64
export const bottomNavHeight = 72
/** From this width on the desktop layout applies. */
export const desktopBreakpoint = 1024
export const paddingNative = 12
export const paddingWeb = 16
/** A viewport that shrinks by more than this has a keyboard in front of it. */
export const keyboardThreshold = 150

export const statusBarColors = { light: '#F6F5E9', dark: '#0a0a0a' } as const
export const statusBarDebounceMs = 1000

export const tooltipDelayMs = 700
export const tooltipSkipDelayMs = 300

/** The colour of a provider's chip when the provider has none. */
export const providerChipDefaultColor = '#0ea5e9'
export const copyrightYear = 2025

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]
export const defaultTheme: Theme = 'system'

/** The stored theme, or `system` for anything else. */
export function themeOf(stored: string | null): Theme {
  return themes.find((theme) => theme === stored) ?? defaultTheme
}
