import * as z from 'zod/mini'
import { moderationReasonMax } from './limits.ts'

type Options = { required: boolean; message: string }

/** Why staff decided something; the member reads it. Blanks are none. */
export const reasonForm = ({ required, message }: Options) =>
  z.object({
    reason: z
      .string()
      .check(
        z.trim(),
        z.minLength(required ? 1 : 0, message),
        z.maxLength(moderationReasonMax, `Höchstens ${moderationReasonMax.toLocaleString('de-DE')} Zeichen.`),
      ),
  })
