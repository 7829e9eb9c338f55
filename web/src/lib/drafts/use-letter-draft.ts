import { useCallback, useEffect, useRef, useState } from 'react'
import { memberDrafts, storeMemberDrafts } from './member-drafts.ts'
import { draftPauseMs, useStoreOnLeave } from './store-on-leave.ts'
import type { DraftOwner } from './stored-drafts.ts'

function storeLetter(owner: DraftOwner, slot: string, text: string): boolean {
  const { [slot]: _, ...others } = memberDrafts(owner, 'letters')
  return storeMemberDrafts(owner, 'letters', text.trim() ? { ...others, [slot]: text } : others)
}

/** Deletes a stored letter, which has arrived or is not wanted any more. */
export const forgetLetter = (owner: DraftOwner, slot: string): void => void storeLetter(owner, slot, '')

/**
 * What was typed here before the page ended; empty without, and if it is what has `arrived`: it was sent, and the page ended
 * before the answer.
 */
export function storedLetter(owner: DraftOwner, slot: string, arrived = ''): string {
  const text = memberDrafts(owner, 'letters')[slot]
  return typeof text === 'string' && text.trim() !== arrived.trim() ? text : ''
}

export type LetterDraft = {
  /** False once the browser could not store it. */
  isStored: boolean
  /** The hint of the field, behind what is to be said of the draft. */
  hint: (standing?: string) => string | undefined
  /** Deletes it: after sending, and when it is discarded. */
  forget: () => void
}

/**
 * Stores the one long text of a form on this device while somebody types: phones end pages that are out of sight. `text`: as
 * it stands in the form; `begun`: the stored one with which the form began.
 */
export function useLetterDraft(owner: DraftOwner, slot: string, text: string, begun: string): LetterDraft {
  const [isStored, setStored] = useState(true)
  const last = useRef(text)
  const pending = useRef<string | null>(null)
  const store = useCallback(() => {
    if (pending.current !== null) setStored(storeLetter(owner, slot, pending.current))
    pending.current = null
  }, [owner, slot])
  useEffect(() => {
    if (text === last.current) return
    last.current = text
    pending.current = text
    const timer = setTimeout(store, draftPauseMs)
    return () => clearTimeout(timer)
  }, [text, store])
  useStoreOnLeave(pending, store)
  const forget = useCallback(() => {
    pending.current = null
    forgetLetter(owner, slot)
  }, [owner, slot])
  const note = !isStored
    ? 'Dein Browser speichert gerade nicht mit.'
    : begun
      ? 'Das hattest du hier zuletzt getippt.'
      : ''
  return { isStored, hint: (standing = '') => [note, standing].filter(Boolean).join(' ') || undefined, forget }
}
