import { ORDINARY_LANE } from '../database/limits.ts'

/** How urgent a request is at the database. */
export type RequestClass = {
  /** Of all that wait, the lowest lane is next. */
  lane: number
  /** Refused at once, with the seconds after which to come again, when it would have to wait longer than this, in ms. */
  patience: number
  /**
   * Writes of one name that wait at the same time share one way to the embedded database and one sync of its log, where they
   * are single rows. Each stays a transaction of its own.
   */
  together?: string | undefined
}

/** Of requests that nobody classes, and of the server's own work. */
export const ORDINARY: RequestClass = { lane: ORDINARY_LANE, patience: Number.POSITIVE_INFINITY }
