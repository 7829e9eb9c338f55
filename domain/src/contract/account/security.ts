import { z } from 'zod'
import { id, instant } from '../parts.ts'

const accountSession = z.strictObject({
  id,
  created_at: instant,
  /** Last refresh of the token, or else the sign-in. */
  refreshed_at: instant,
  user_agent: z.string().nullable(),
  /** Shortened: `203.0.113.0/24`, `2001:db8:1::/48`. */
  ip: z.string().nullable(),
  aal: z.enum(['aal1', 'aal2']),
  is_current: z.boolean(),
})
export type AccountSession = z.infer<typeof accountSession>
/** `account_sessions()`: at most 100 sessions that have not ended, the current one first, then the latest. */
export const accountSessions = z.array(accountSession)
export type AccountSessions = z.infer<typeof accountSessions>

/** `end_session(p_id)`: false when the caller has no such session. Its refresh token is invalid from then on. */
export const endSessionAnswer = z.boolean()
export type EndSessionAnswer = z.infer<typeof endSessionAnswer>

/** `own_recovery_codes()`: how many of the ten are left, and when they were made. */
export const recoveryCodesLeft = z.strictObject({ left: z.int(), made_at: instant.nullable() })
export type RecoveryCodesLeft = z.infer<typeof recoveryCodesLeft>

/** `renew_recovery_codes()`: the codes themselves, only in this answer. */
export const newRecoveryCodes = z.strictObject({ codes: z.array(z.string()).length(10) })
export type NewRecoveryCodes = z.infer<typeof newRecoveryCodes>

/** `use_recovery_code(p_code)`: `proven` makes the session aal2 from its next token on. */
export const usedRecoveryCode = z.strictObject({ state: z.enum(['proven', 'wrong']), left: z.int().nullable() })
export type UsedRecoveryCode = z.infer<typeof usedRecoveryCode>

/**
 * `export_own_data()`: rows about the caller by table (`public.profiles`, `auth.sessions`, …), without secrets and data
 * of others. `exportedTables` says of each table what it is.
 */
export const ownDataExport = z.strictObject({
  exported_at: instant,
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
})
export type OwnDataExport = z.infer<typeof ownDataExport>
