import { searchQueryMax } from '@hot/domain/search-limits'

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The text after a key, as a field would have it; null when the key writes nothing. */
export function typedAhead(text: string, { key, ctrlKey, metaKey, altKey }: Key): string | null {
  // AltGr, which writes @ and €, counts as Ctrl and Alt.
  if (metaKey || ctrlKey !== altKey) return null
  if (key === 'Backspace') return text.slice(0, -1)
  return [...key].length === 1 ? (text + key).slice(0, searchQueryMax) : null
}
