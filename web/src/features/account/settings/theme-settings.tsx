import { useSyncExternalStore } from 'react'
import { chooseTheme, subscribeTheme, type ThemeChoice, themeChoice } from '#web/platform/browser-chrome/theme.ts'
import { Segmented } from '#web/ui/controls/segmented.tsx'

const choices: readonly { choice: ThemeChoice; title: string }[] = [
  { choice: 'light', title: 'Hell' },
  { choice: 'dark', title: 'Dunkel' },
  { choice: 'system', title: 'System' },
]

/** Light, dark, or as the device. Shown at once and kept on this device. */
export function ThemeSettings() {
  const chosen = useSyncExternalStore(subscribeTheme, themeChoice, () => null)
  return (
    <div className="grid justify-items-start gap-3">
      <Segmented label="Darstellung">
        {choices.map(({ choice, title }) => (
          <button key={choice} type="button" aria-pressed={chosen === choice} onClick={() => chooseTheme(choice)}>
            {title}
          </button>
        ))}
      </Segmented>
      <p className="meta">„System“ macht es wie dein Gerät. Gilt nur hier, nicht auf deinen anderen Geräten.</p>
    </div>
  )
}
