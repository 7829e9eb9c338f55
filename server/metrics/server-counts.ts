/** Numbers (ms) that several listeners want; nothing is kept here. */
export type Observed = { note: (ms: number) => void; listen: (listener: (ms: number) => void) => void }

function observed(): Observed {
  const listeners: ((ms: number) => void)[] = []
  return {
    note: (ms) => {
      for (const listener of listeners) listener(ms)
    },
    listen: (listener) => void listeners.push(listener),
  }
}

/** Plain counters of this process, for `/metrics` and for the summary of each minute. They only rise, unless they say. */
export type ServerCounts = {
  /** Results of the page cache by name, as in `Cache-Status`. */
  cache: Map<string, number>
  /** Pages being rendered now, pages in the queue now, and the most there were since somebody set this back. */
  rendersRunning: number
  rendersWaiting: number
  rendersWaitingMost: number
  /** Open sockets for live updates, now. */
  sockets: number
  /** How often each limit of sign-in has refused a request. */
  limits: Map<string, number>
  /** Runs of jobs that ended, without those that run every few seconds unless they failed. */
  jobs: { run: number; failed: number }
  /** Tries to send a mail. */
  mails: { sent: number; failed: number }
  /** In ms: statements, waits for a session of the database, and how late live updates were. */
  times: Record<'statement' | 'session' | 'delivered', Observed>
}

export const serverCounts = (): ServerCounts => ({
  cache: new Map(),
  rendersRunning: 0,
  rendersWaiting: 0,
  rendersWaitingMost: 0,
  sockets: 0,
  limits: new Map(),
  jobs: { run: 0, failed: 0 },
  mails: { sent: 0, failed: 0 },
  times: { statement: observed(), session: observed(), delivered: observed() },
})
