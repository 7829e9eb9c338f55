import * as z from 'zod/mini'
import { cleanText } from '../text/sanitize-text.ts'

/**
 * The fields of a form as its rules make them before they are stored, each by its own rule, so that one value written in two
 * ways is one. What a rule refuses stays as it is. Line breaks and blanks around a text are nobody's change.
 */
export function asStored<Fields extends object>(form: z.core.$ZodType, fields: Fields): Fields {
  const rules = form instanceof z.core.$ZodObject ? form._zod.def.shape : {}
  const entries = Object.entries(fields).map(([name, value]): [string, unknown] => {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
    const stored = rule && z.safeParse(rule, value)
    const kept = stored?.success ? stored.data : value
    return [name, typeof kept === 'string' ? cleanText(kept).trim() : kept]
  })
  return Object.fromEntries(entries) as Fields
}
