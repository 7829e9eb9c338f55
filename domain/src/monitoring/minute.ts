/** Answers of one kind within a minute: how many, and their times in ms. */
export type KindTimes = { n: number; p50: number; p95: number }

/** What one process of the server did in a minute. Times in ms; nothing about persons. */
export type Minute = {
  requests: number
  p50: number
  p95: number
  /** Answers below 400, from 400 on, from 500 on; without those that were refused for now (429, 503). */
  ok: number
  wrong: number
  failed: number
  refused: number
  /** Answers that took longer than two seconds. */
  slow: number
  /** Lines that the log left out, because there were too many like them. */
  unlogged: number
  /** Minutes before this one that could not be kept, because the database was away for too long. */
  lost: number
  /** Most pages that waited to be made at once. */
  queue: number
  /**
   * Statements of the database, the time of all of them together, what 95 in a hundred stayed below, and the longest: of a
   * locked table only few statements know.
   */
  statements: number
  databaseMs: number
  statementP95: number
  statementMax: number
  /** The same of waits for a session. */
  sessionP95: number
  sessionMax: number
  /** Open sockets at the end of the minute, changes sent to them, and how late those were. */
  sockets: number
  live: number
  liveP95: number
  jobs: number
  jobsFailed: number
  mailsSent: number
  mailsFailed: number
  /** Null: not known, the database did not answer or the mails wait elsewhere. */
  mailsWaiting: number | null
  /** How late the process came to its own work: 99 of a hundred looks stayed below. */
  loopP99: number
  loopMax: number
  /** Percent of one core that the process had. */
  cpu: number
  /** Memory in MB. */
  rss: number
  /** By kind; a kind without requests is absent. */
  kinds: Readonly<Record<string, KindTimes>>
}
