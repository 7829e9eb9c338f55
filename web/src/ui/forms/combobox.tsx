import { type ComponentProps, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { classNames } from '../class-names.ts'

type ComboboxOptions = {
  /** What the options belong to: the text of the field, or of the word being typed. With another one the list starts anew. */
  text: string
  /** How many options there are now. */
  count: number
  /** Takes an option: Enter, or a press. */
  onTake: (index: number) => void
  /** Marks the first option at once, and always one of them; otherwise none until an arrow key does. Enter takes the first either way. */
  alwaysMarks?: boolean
  /** Empties the field; Escape does while no list is shown. */
  onClear?: () => void
  /** The list is what a dialog is for: it stays as long as the dialog, which Escape closes. */
  onEscape?: () => void
  /**
   * Completes a word in a longer text: the keys belong to the text unless options are shown, and Tab takes one too. The
   * role stays the text's own, as a `<textarea>` cannot have that of a combobox.
   */
  inText?: boolean
}

type Keys = Pick<
  ComponentProps<'input'>,
  'aria-activedescendant' | 'aria-autocomplete' | 'aria-controls' | 'aria-expanded' | 'aria-haspopup' | 'role'
> & { 'data-escape'?: 'own' | undefined }

/**
 * A field with a list of proposals below it: the pattern "combobox with listbox" of the WAI-ARIA Authoring Practices. The
 * focus stays in the field while arrow keys mark an option. Options are drawn by whoever uses it, with `optionProps`.
 */
export function useCombobox({
  text,
  count,
  onTake,
  onClear,
  onEscape,
  inText = false,
  alwaysMarks = inText,
}: ComboboxOptions) {
  const { listId, open, isClosed, active, optionId, show, close } = useMarked(text, count, alwaysMarks)
  const activeId = active >= 0 ? optionId(active) : undefined
  const pressEscape = (): boolean => {
    if (onEscape) onEscape()
    else if (open) close()
    else if (onClear && text) onClear()
    else return false
    return true
  }
  const pressTab = (isBackward: boolean): boolean => {
    if (inText && open && !isBackward) {
      onTake(active)
      return true
    }
    if (open && !onEscape) close()
    return false
  }
  /** True for a key that the list has used. */
  const isUsed = (event: KeyboardEvent): boolean => {
    if (isComposing(event) || event.ctrlKey || event.metaKey) return false
    if (inText && !open) return false
    if (event.altKey) {
      if (event.key === 'ArrowDown') show(active)
      else if (event.key === 'ArrowUp' && !onEscape) close()
      else return false
      return true
    }
    if (event.key === 'Escape') return pressEscape()
    if (event.key === 'Tab') return pressTab(event.shiftKey)
    if (event.key === 'Enter') {
      if (open) onTake(Math.max(active, 0))
      // Enter chooses here, and never sends the form around the field.
      return true
    }
    // What moves the caret leads back into the field.
    if (caretKeys.includes(event.key)) {
      if (open && !inText) show(-1)
      return false
    }
    const next = stepTo(event.key, active, count, alwaysMarks)
    if (next === null) return false
    show(next)
    return true
  }
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const used = isUsed(event)
    if (used) {
      event.preventDefault()
      event.stopPropagation()
    }
    return used
  }
  const keys: Keys = {
    'aria-activedescendant': activeId,
    'data-escape': onEscape || open || (onClear && text) ? 'own' : undefined,
  }
  return {
    active,
    close,
    /** For fields with keys of their own: asked first, true for a key that is used up. */
    onKeyDown,
    fieldProps: {
      ...keys,
      ...(inText ? { 'aria-haspopup': 'listbox' as const } : { role: 'combobox' as const, 'aria-expanded': open }),
      'aria-autocomplete': 'list' as const,
      'aria-controls': open ? listId : undefined,
      onKeyDown: (event: KeyboardEvent) => void onKeyDown(event),
      onClick: () => isClosed && !inText && show(-1),
    },
    listProps: { id: listId, hidden: !open },
    /** For a list that takes the focus too, so that a phone shows no keyboard. */
    listKeys: { ...keys, tabIndex: -1, onKeyDown: (event: KeyboardEvent) => void onKeyDown(event) },
    optionProps: (index: number) => ({
      id: optionId(index),
      role: 'option' as const,
      tabIndex: -1,
      'aria-selected': index === active,
      // A press leaves the focus in the field.
      onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
      onClick: () => onTake(index),
    }),
  }
}

export type Combobox = ReturnType<typeof useCombobox>

/** Where somebody is in the list of a text. */
type Place = { text: string; active: number; isClosed: boolean }

/** Whether the list of this text is shown, and which option is marked; −1 for none. */
function useMarked(text: string, count: number, alwaysMarks: boolean) {
  const listId = useId()
  const [stored, store] = useState<Place>({ text, active: -1, isClosed: false })
  const { active: chosen, isClosed } = stored.text === text ? stored : { active: -1, isClosed: false }
  const open = count > 0 && !isClosed
  const active = open ? Math.max(chosen < count ? chosen : -1, alwaysMarks ? 0 : -1) : -1
  const optionId = (index: number) => `${listId}-${index}`
  const activeId = active >= 0 ? optionId(active) : null
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return {
    listId,
    open,
    isClosed,
    active,
    optionId,
    show: (next: number) => store({ text, active: next, isClosed: false }),
    close: () => store({ text, active: -1, isClosed: true }),
  }
}

const caretKeys: readonly string[] = ['Home', 'End', 'ArrowLeft', 'ArrowRight']
const pageStep = 10

/** Keys that belong to what is being composed. Safari sends the last one, which takes a proposal of the keyboard, as 229. */
const isComposing = ({ nativeEvent }: KeyboardEvent): boolean => nativeEvent.isComposing || nativeEvent.keyCode === 229

/** The index that a key leads to; −1 is the field, null what is no step. */
function stepTo(key: string, current: number, count: number, alwaysMarks: boolean): number | null {
  if (!/^(Arrow|Page)(Up|Down)$/.test(key)) return null
  if (count === 0) return -1
  if (key === 'PageDown') return Math.min(current + pageStep, count - 1)
  if (key === 'PageUp') return Math.max(current - pageStep, 0)
  const step = key === 'ArrowDown' ? 1 : -1
  if (alwaysMarks) return (current + step + count) % count
  // One more position than options: past the last one the selection returns to the field.
  return ((current + 1 + step + count + 1) % (count + 1)) - 1
}

type ListProps = ComponentProps<'div'> & { combobox: Combobox; label: string }

/** The list; its options are elements with `optionProps`. */
export function ComboboxList({ combobox, label, ...rest }: ListProps) {
  return <div role="listbox" aria-label={label} {...combobox.listProps} {...rest} />
}

type StatusProps = {
  state: 'idle' | 'loading' | 'ready' | 'failed'
  count: number
  /** While it searches, and where nothing is found; without them whoever uses it says so. */
  loading?: string
  empty?: string
  /** What is found, in words. */
  found?: (count: number) => string
  /** What was just done; before anything else. */
  done?: string
}

/**
 * Says how many options there are, that they are searched for, that there are none. It is there from the start, as
 * screen readers miss a live region that comes with its text. How many there are is seen anyway, and only read out.
 */
export function ComboboxStatus({ state, count, loading, empty, found = hits, done }: StatusProps) {
  const seen = state === 'loading' ? loading : state === 'ready' && count === 0 ? empty : undefined
  const heard = state === 'ready' && count > 0 ? found(count) : ''
  return (
    <p aria-live="polite" aria-atomic="true" className={classNames(seen && !done ? 'meta' : 'visually-hidden')}>
      {done || (seen ?? heard)}
    </p>
  )
}

/** How many were found, in words. */
export const hits = (count: number): string => (count === 1 ? '1 Treffer' : `${count} Treffer`)

/** The value, updated once it has not changed for `delay` ms. */
export function useDebounced<Value>(value: Value, delay: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return settled
}
