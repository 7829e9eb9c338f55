export type KeyIntent = { type: 'next' | 'back' } | { type: 'answer'; value: number }

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** What a key does to the stack: arrows leaf through it, digits answer. Null: nothing. */
export function keyIntent({ key, ctrlKey, metaKey, altKey }: Key): KeyIntent | null {
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'ArrowRight') return { type: 'next' }
  if (key === 'ArrowLeft') return { type: 'back' }
  return /^[1-5]$/.test(key) ? { type: 'answer', value: Number(key) } : null
}

/** Whether the key belongs to something else on the page: a text field, a menu, a dialog. */
export const isBusyTarget = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=radio]), textarea, select, [role=dialog], [role=menu], [role=tablist]') !== null
