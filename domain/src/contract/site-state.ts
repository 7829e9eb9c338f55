import { z } from 'zod'
import { instant } from './scalar.ts'

/** How the installation runs, as far as its team must know (`GET /_house.json`, staff only). */
export const houseState = z.strictObject({
  /** Mails are really sent; otherwise they wait in the mailbox of the machine. */
  mails: z.boolean(),
  /** `supabase`: the project makes its own. `at`: when the operator's script last said that a copy is done; null: never. */
  backups: z.strictObject({ by: z.enum(['operator', 'supabase']), at: instant.nullable() }),
})
export type HouseState = z.infer<typeof houseState>

/** Ours: a copy older than this is worth a warning. In days. */
export const backupOldAfterDays = 7
