/**
 * A show night in figures: the shape of the load, what the parts (each a process of its own) are told and what they report.
 */

/** 200 members watch one post, vote and comment on it, while guests read pages that are in the cache. */
export const NIGHT = {
  members: 200,
  votesASecond: 100,
  commentsASecond: 30,
  guestPagesASecond: 10,
} as const

export const seconds = Number(process.env.BENCH_SECONDS ?? 50)
/** How long kept votes and comments may take to be carried out once the rush is over. */
export const REPEAT_FOR_MS = 30_000

export type Member = { id: string; token: string; address: string }

/** What each part is given by its first line of input. `urls`: one or several processes of one site. */
export type Night = { urls: readonly string[]; key: string; members: readonly Member[]; post: string; path: string }

/** Waits in ms from when a request was due. `late`: carried out after having been refused. */
export type Written = {
  sent: number
  ms: number[]
  refusedMs: number[]
  refusals: Record<string, number>
  carriedOutLater: number
  lost: number
}
export type WritersReport = { votes: Written; comments: Written }
/** `waits`: how many comments came after so many steps of 10 ms; there are hundreds of thousands. */
export const WAIT_STEP_MS = 10
export type SocketsReport = {
  open: number
  waits: Record<number, number>
  messages: number
  snapshots: number
  closed: number
}
export type GuestsReport = { cachedMs: number[]; postMs: number[]; failed: number }

export const urlOf = ({ urls }: Night, turn: number): string => urls[turn % urls.length] ?? ''

/** The instant a comment was due, in its text, so that every reader knows how late it comes. */
export const stamp = (at: number): string => `~${at}~`
export const STAMP = /~(\d{13})~/

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
