import * as z from 'zod/mini'

/** Codes are spelled in capitals and often pasted with white space around or inside. */
export const asInviteCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()

/** Longest text of the field: a code with what people paste around it. */
export const inviteFieldMax = 20

/** Whether the code is good only the database knows. */
export const inviteForm = z.object({ code: z.string().check(z.overwrite(asInviteCode), z.minLength(1)) })
