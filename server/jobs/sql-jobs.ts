/** The name of a function without arguments in schema `private`, and its cron pattern (Europe/Berlin). */
export type SqlJob = {
  name: string
  schedule: string
  /** Each server runs it, also at once: it shares its work out itself. Its runs are not noted in `private.jobs`. */
  shared?: true
  /** It rests after a long run, so that many acts at once cost a small part of the database's time. */
  rests?: true
  /** It returns how much it changed of what guests see, and the cached pages are outdated when that is any. */
  purges?: true
}

/** Every second. pg_cron, which connects anew for each run, does it every five. */
const CONSTANTLY = '* * * * * *'

/**
 * The jobs in the database. `private.scheduled_jobs()` names the same ones for pg_cron, nightly ones two hours
 * earlier because its time zone is UTC. A test compares the lists.
 */
export const sqlJobs: readonly SqlJob[] = [
  { name: 'deliver_notifications', schedule: CONSTANTLY, shared: true, rests: true },
  { name: 'fold_counts', schedule: CONSTANTLY, shared: true },
  { name: 'carry_out_decisions', schedule: CONSTANTLY, shared: true, purges: true },
  { name: 'fold_star_scores', schedule: '* * * * *' },
  { name: 'rescore_all_stars', schedule: '7 * * * *' },
  { name: 'snapshot_star_ranks', schedule: '15 4 * * *' },
  { name: 'refresh_charts', schedule: '22 * * * *' },
  { name: 'fill_charts', schedule: '* * * * *' },
  { name: 'refresh_popular', schedule: '*/5 * * * *' },
  { name: 'clear_timed_bans', schedule: '*/10 * * * *' },
  { name: 'limit_staff_sessions', schedule: '*/10 * * * *' },
  { name: 'apply_retention', schedule: '40 3 * * *' },
  { name: 'expire_analytics', schedule: '*/10 * * * *' },
  { name: 'maintain_analytics_months', schedule: '35 3 * * *' },
  { name: 'roll_up_analytics', schedule: '20 3 * * *' },
  { name: 'clear_mails', schedule: '50 3 * * *' },
  { name: 'clear_pushes', schedule: '55 3 * * *' },
  { name: 'clear_runs', schedule: '45 3 * * *' },
  { name: 'announce_broadcasts', schedule: '10 9 * * *' },
  { name: 'announce_polls', schedule: '* * * * *' },
  { name: 'queue_digests', schedule: '*/5 * * * *' },
  { name: 'watch_team', schedule: '*/10 * * * *' },
]

/** Daily work of one server on what the database cannot reach: its own upkeep, and files without a row. */
export const upkeep = {
  vacuum: { name: 'vacuum', schedule: '55 3 * * *' },
  files: { name: 'files', schedule: '25 4 * * *' },
} as const satisfies Record<string, SqlJob>

/** Every job whose runs are noted in `private.jobs`. */
export const notedJobs: readonly SqlJob[] = [...sqlJobs.filter(({ shared }) => !shared), ...Object.values(upkeep)]
