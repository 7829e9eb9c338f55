import { useSyncExternalStore } from 'react'
import { letterKeysOn, subscribeLetterKeys, switchLetterKeys } from '#web/platform/storage/letter-keys.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SwitchField } from '#web/ui/forms/switch-field.tsx'

const usually = () => true

function press(on: boolean): void {
  try {
    switchLetterKeys(on)
  } catch {
    showToast({
      kind: 'error',
      title: 'Nicht gespeichert',
      text: 'Dein Browser lässt HoT hier nichts speichern. Erlaub es in seinen Einstellungen.',
    })
  }
}

/** The one switch for all keys that act by themselves, on this device: for members and guests. */
export function LetterKeysSwitch() {
  const on = useSyncExternalStore(subscribeLetterKeys, letterKeysOn, usually)
  return (
    <SwitchField
      label="Einzelne Tasten lösen etwas aus"
      hint="Die Taste / öffnet die Suche, 1 bis 5 bewerten Stars, im Team entscheiden Buchstaben. Schalte das aus, wenn du deinem Gerät diktierst oder leicht danebentippst. Strg oder ⌘ und K öffnen die Suche immer. Gilt nur hier, nicht auf deinen anderen Geräten."
      value={on}
      onChange={press}
    />
  )
}
