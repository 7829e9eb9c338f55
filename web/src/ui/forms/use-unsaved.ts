import { useState } from 'react'

/**
 * Whether a form holds something that was not saved. `value`: its fields, as plain data; what a file holds is not looked at.
 * `markSaved` takes what the form holds at its next drawing as saved.
 */
export function useUnsaved(value: unknown): { isUnsaved: boolean; markSaved: () => void } {
  const now = JSON.stringify(value)
  const [saved, setSaved] = useState<string | null>(now)
  if (saved === null) setSaved(now)
  return { isUnsaved: saved !== null && saved !== now, markSaved: () => setSaved(null) }
}
