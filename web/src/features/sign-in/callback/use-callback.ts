import { useCallback, useEffect, useRef, useState } from 'react'
import { readCallback } from './callback-link.ts'
import { type CallbackOutcome, finishCallback } from './finish-callback.ts'

const slowAfter = 4000

/** Takes what the address brings, wipes it out of the address and history, and does what it asks for. */
export function useCallbackOutcome() {
  const [outcome, setOutcome] = useState<CallbackOutcome | null>(null)
  const [slow, setSlow] = useState(false)
  const begun = useRef(false)
  const finish = useCallback(async () => {
    const link = readCallback(window.location)
    const timer = setTimeout(() => setSlow(true), slowAfter)
    // Codes and tokens are for nobody's history, screenshot or referrer.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    setOutcome(await finishCallback(link))
    clearTimeout(timer)
    setSlow(false)
  }, [])
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void finish()
  }, [finish])
  return { outcome, slow, setOutcome }
}
