import { useRef, useState } from 'react'
import { failureText } from './failure-text.ts'

export type Action = {
  busy: boolean
  /** What went wrong last time, in German; null while it runs and after it worked. */
  failure: string | null
  /** Runs once at a time: a second press while it runs does nothing. Resolves with whether it worked. */
  run: (act: () => Promise<unknown>) => Promise<boolean>
  forget: () => void
}

/** Something a person sets off that takes a while and can fail. `special` are texts of this form by refusal. */
export function useAction(special?: Readonly<Record<string, string>>): Action {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const running = useRef(false)
  const run: Action['run'] = async (act) => {
    if (running.current) return false
    running.current = true
    setBusy(true)
    setFailure(null)
    try {
      await act()
      return true
    } catch (error) {
      setFailure(failureText(error, special))
      return false
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, failure, run, forget: () => setFailure(null) }
}
