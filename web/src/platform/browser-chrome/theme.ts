import { createEmitter } from '#web/create-store.ts'

/** What a person chose; `system` (also when nothing is stored) follows the device. */
export type ThemeChoice = 'light' | 'dark' | 'system'
export type Theme = 'light' | 'dark'

const storageKey = 'theme'
/** Colours of the native status bar and, by `theme-color`, of the browser's bar. */
export const themeColors = { light: '#F6F5E9', dark: '#0a0a0a' } as const satisfies Record<Theme, string>

/**
 * Runs inline in the head, before the first paint, also where storage is blocked. It sets the colour of the browser's
 * bar too, because the server does not know the theme.
 */
export const themeScript = `(function(){var c;try{c=localStorage.getItem('${storageKey}')}catch(e){}
var d=c==='dark'||(c!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset.theme=d?'dark':'light'
var m=document.createElement('meta');m.name='theme-color';m.content=d?'${themeColors.dark}':'${themeColors.light}'
document.head.append(m)})()`

const darkDevice = () => window.matchMedia('(prefers-color-scheme: dark)')

/** The theme chosen on this device; always `system` where storage is blocked. */
export function themeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/** The theme that is shown now. */
export const shownTheme = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')

const shown = createEmitter()

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
    meta.content = themeColors[theme]
  shown.emit()
}

const resolve = (choice: ThemeChoice): Theme =>
  choice === 'system' ? (darkDevice().matches ? 'dark' : 'light') : choice

/** Shows a theme and stores the choice; where storage is blocked, the choice lasts until the page is left. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(storageKey, choice)
  } catch {
    // Storage is blocked or full: the theme changes only for this page.
  }
  show(resolve(choice))
}

/** Keeps the theme in sync with the device and other tabs. Returns the unsubscribe function. */
export function followTheme(): () => void {
  const device = darkDevice()
  const follow = () => show(resolve(themeChoice()))
  const otherTab = (event: StorageEvent) => event.key === storageKey && follow()
  device.addEventListener('change', follow)
  window.addEventListener('storage', otherTab)
  return () => {
    device.removeEventListener('change', follow)
    window.removeEventListener('storage', otherTab)
  }
}

/** Calls back when the shown theme changes. Returns the unsubscribe function. */
export const subscribeTheme = shown.subscribe
