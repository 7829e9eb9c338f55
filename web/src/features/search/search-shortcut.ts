type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>

const writable = 'input, textarea, select, [contenteditable=""], [contenteditable=true]'

const isWriting = (target: EventTarget | null): boolean =>
  typeof (target as Element | null)?.closest === 'function' && (target as Element).closest(writable) !== null

/** `/` anywhere but in a field, Ctrl or ⌘ K everywhere. */
export function opensSearch({ key, ctrlKey, metaKey, altKey, target }: Key): boolean {
  if (altKey) return false
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k'
  return key === '/' && !isWriting(target)
}
