import { useSyncExternalStore } from 'react'
import { chooseTheme, shownTheme, subscribeTheme, type Theme } from '#web/platform/browser-chrome/theme.ts'
import { Segmented } from '#web/ui/controls/segmented.tsx'

const themes: readonly { theme: Theme; title: string }[] = [
  { theme: 'light', title: 'Hell' },
  { theme: 'dark', title: 'Dunkel' },
]

/** The server knows no theme; until the browser says which one is shown, neither is marked. */
const unknownTheme = () => null

export function ThemeToggle() {
  const shown = useSyncExternalStore(subscribeTheme, shownTheme, unknownTheme)
  return (
    <div className="noscript:hidden">
      <Segmented label="Darstellung">
        {themes.map(({ theme, title }) => (
          <button
            key={theme}
            type="button"
            aria-pressed={shown === theme}
            data-track="theme"
            onClick={() => chooseTheme(theme)}
          >
            {title}
          </button>
        ))}
      </Segmented>
    </div>
  )
}
