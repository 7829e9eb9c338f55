import { formIssues } from '@hot/domain/text/form-issues'
import { useState } from 'react'
import { useMistakeFocus } from './use-mistake-focus.ts'

type Issue = { path: readonly PropertyKey[]; message: string }
type Schema<Fields> = {
  safeParse: (
    typed: Fields,
  ) => { success: true; data: Fields } | { success: false; error: { issues: readonly Issue[] } }
}

/**
 * The fields of a form as typed, with what its schema says of them. `check` answers the fields as they are to be stored, or null
 * after moving the focus to the first mistake; `refuse` is for what only the server knows.
 */
export function useCheckedForm<Fields extends Record<string, unknown>>(initial: Fields, schema: Schema<Fields>) {
  type Name = keyof Fields & string
  const [fields, setFields] = useState(initial)
  const [mistakes, setMistakes] = useState<Partial<Record<Name, string>>>({})
  const { form, focusMistake } = useMistakeFocus()

  const set = (changes: Partial<Fields>) => {
    setFields((now) => ({ ...now, ...changes }))
    setMistakes((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in changes))) as typeof now)
  }
  const refuse = (found: Partial<Record<Name, string>>) => {
    setMistakes(found)
    focusMistake()
  }
  const check = (): Fields | null => {
    const checked = schema.safeParse(fields)
    setMistakes({})
    if (checked.success) return checked.data
    refuse(formIssues<Name>(checked.error.issues))
    return null
  }
  return { fields, set, mistakes, check, refuse, form }
}
