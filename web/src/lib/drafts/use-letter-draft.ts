import { useCallback, useEffect, useRef, useState } from 'react'
import { memberDrafts, storeMemberDrafts } from './member-drafts.ts'
import { draftPauseMs, useStoreOnLeave } from './store-on-leave.ts'

function storeLetter(member: string, slot: string, text: string): boolean {
  const { [slot]: _, ...others } = memberDrafts(member, 'letters')
  return storeMemberDrafts(member, 'letters', text.trim() ? { ...others, [slot]: text } : others)
}

/** Deletes a stored text to the team, which has arrived or is not wanted any more. */
export const forgetLetter = (member: string, slot: string): void => void storeLetter(member, slot, '')

/** What was typed here before the page ended; empty without. */
export function storedLetter(member: string, slot: string): string {
  const text = memberDrafts(member, 'letters')[slot]
  return typeof text === 'string' ? text : ''
}

/**
 * Stores a text to the team on this device while its member types: phones end pages that are out of sight. `text`: as it
 * stands in the form. Returns false once the browser could not store it.
 */
export function useLetterDraft(member: string, slot: string, text: string): boolean {
  const [isStored, setStored] = useState(true)
  const last = useRef(text)
  const pending = useRef<string | null>(null)
  const store = useCallback(() => {
    if (pending.current !== null) setStored(storeLetter(member, slot, pending.current))
    pending.current = null
  }, [member, slot])
  useEffect(() => {
    if (text === last.current) return
    last.current = text
    pending.current = text
    const timer = setTimeout(store, draftPauseMs)
    return () => clearTimeout(timer)
  }, [text, store])
  useStoreOnLeave(pending, store)
  return isStored
}
