import { useEffect, useRef } from 'react'
import { isBusyTarget, type KeyIntent, keyIntent } from './voting-keys.ts'

/** Listens to the whole page, because nobody wants to aim at the stack first. */
export function useVotingKeys(onIntent: (intent: KeyIntent) => void): void {
  const act = useRef(onIntent)
  act.current = onIntent
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const intent = event.defaultPrevented || isBusyTarget(event.target) ? null : keyIntent(event)
      if (!intent) return
      // Arrows would otherwise move the answer in focus as well.
      event.preventDefault()
      act.current(intent)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
