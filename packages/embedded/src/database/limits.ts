/**
 * How long work may hold up others, in milliseconds: each of its statements, and its wait for a session. On the embedded
 * database one statement keeps everybody else waiting. `lock`: its wait for a lock of others, on a server; default: ten seconds.
 * `lane`: whose turn is next at the embedded database (`request-class.ts`).
 */
export type Limits = { statement: number; turn: number; lock?: number; lane?: number }

/** Of requests that nobody classes, and of the server's own work. */
export const ORDINARY_LANE = 1

/** By the role of a request. Supabase gives the same three and eight seconds to `anon` and `authenticated`. */
const BY_ROLE: Readonly<Record<string, Limits>> = {
  anon: { statement: 3_000, turn: 5_000 },
  authenticated: { statement: 8_000, turn: 5_000 },
  supabase_auth_admin: { statement: 8_000, turn: 5_000 },
  service_role: { statement: 30_000, turn: 10_000 },
}

/** Work of the server itself (jobs, mails, live updates, the operator's commands) is not given up for want of a turn. */
export const SERVER_LIMITS: Limits = { statement: 30_000, turn: Number.POSITIVE_INFINITY }

/** Migrations, bulk loads, imports, backups and maintenance take as long as the data is large. */
export const BULK_LIMITS: Limits = { statement: 1_800_000, turn: Number.POSITIVE_INFINITY, lock: 60_000 }

/** What a request with this role may take; `own`: what the called function declares for its statement, in ms. */
export function roleLimits(role: string | undefined, own?: number): Limits {
  const limits = (role !== undefined && BY_ROLE[role]) || SERVER_LIMITS
  return own === undefined ? limits : { ...limits, statement: own }
}
