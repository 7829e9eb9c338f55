import { type RefObject, useEffect, useRef, useState } from 'react'

export type MistakeFocus = { form: RefObject<HTMLFormElement | null>; focusMistake: () => void }

/** After an attempt that failed the focus goes where the first mistake is, once the messages are drawn. */
export function useMistakeFocus(): MistakeFocus {
  const form = useRef<HTMLFormElement>(null)
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [attempts])
  return { form, focusMistake: () => setAttempts((count) => count + 1) }
}
