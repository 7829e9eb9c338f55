import { useCallback, useEffect, useRef, useState } from 'react'

/** After this long (ms) people wonder whether it still works. */
const slowAfter = 4000

export type Sending = {
  running: boolean
  /** Still running after a while: say so. */
  slow: boolean
  /** Starts the action unless one is running, so that pressing twice sends once. */
  send: (action: () => Promise<void>) => void
}

/** One request at a time. The action handles its own failures. */
export function useSending(): Sending {
  const [running, setRunning] = useState(false)
  const [slow, setSlow] = useState(false)
  // State comes a render too late for a double click.
  const busy = useRef(false)
  useEffect(() => {
    if (!running) return
    const timer = setTimeout(() => setSlow(true), slowAfter)
    return () => clearTimeout(timer)
  }, [running])
  const send = useCallback((action: () => Promise<void>) => {
    if (busy.current) return
    busy.current = true
    setRunning(true)
    setSlow(false)
    void action().finally(() => {
      busy.current = false
      setRunning(false)
      setSlow(false)
    })
  }, [])
  return { running, slow, send }
}
