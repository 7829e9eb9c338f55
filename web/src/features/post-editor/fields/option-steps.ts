import { pollOptionsMax, pollOptionsMin } from '@hot/domain/post/limits'
import { newOption, type OptionField } from './post-fields.ts'

/** The answers after a step, and what has the focus then: a control of one answer, named by its key. */
export type OptionStep = { options: OptionField[]; focus: string; said: string }

export const focusName = (key: string, control: 'text' | 'up' | 'down'): string => `${key}:${control}`

export const mayAdd = (options: readonly OptionField[]): boolean => options.length < pollOptionsMax
export const mayRemove = (options: readonly OptionField[]): boolean => options.length > pollOptionsMin

/** Adds an empty answer at the end; null when there are eight. */
export function addOption(options: readonly OptionField[]): OptionStep | null {
  if (!mayAdd(options)) return null
  const added = newOption()
  return {
    options: [...options, added],
    focus: focusName(added.key, 'text'),
    said: `Antwort ${options.length + 1} hinzugefügt.`,
  }
}

/** Takes an answer away; the focus goes on to the one in its place. Null when only two are left. */
export function removeOption(options: readonly OptionField[], index: number): OptionStep | null {
  if (!mayRemove(options)) return null
  const left = options.filter((_, place) => place !== index)
  const next = left[Math.min(index, left.length - 1)]
  return next ? { options: left, focus: focusName(next.key, 'text'), said: `Antwort ${index + 1} entfernt.` } : null
}

/** Moves an answer by one place; `control` is what moved it and keeps the focus. Null at the ends. */
export function moveOption(
  options: readonly OptionField[],
  index: number,
  direction: 'up' | 'down',
  control: 'text' | 'up' | 'down',
): OptionStep | null {
  const to = index + (direction === 'up' ? -1 : 1)
  const moved = options[index]
  if (!moved || to < 0 || to >= options.length) return null
  const others = options.filter((_, place) => place !== index)
  return {
    options: [...others.slice(0, to), moved, ...others.slice(to)],
    focus: focusName(moved.key, control),
    said: `Jetzt Antwort ${to + 1}.`,
  }
}

/** Enter in an answer leads to the next one, past the last to a new one. */
export function nextOption(options: readonly OptionField[], index: number): OptionStep | null {
  const next = options[index + 1]
  return next ? { options: [...options], focus: focusName(next.key, 'text'), said: '' } : addOption(options)
}
