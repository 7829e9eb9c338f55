import type { BackendOptions } from '@hot/embedded'
import type { ServerCounts } from '../metrics/server-counts.ts'
import { spend } from '../wire/request-times.ts'

/** Told what the backend does, for metrics, summaries and the times of requests; times are in ms. */
export type Heard = Required<
  Pick<BackendOptions, 'onStatement' | 'onSession' | 'onTurn' | 'onDelivered' | 'onMail'>
> & {
  /** The name of a sign-in limit that refused a request. */
  onLimit: (name: string) => void
  onJob: (succeeded: boolean) => void
}

/** Counts for the process, and for the request in whose context something happened. */
export const countHeard = ({ times, limits, jobs, mails }: ServerCounts): Heard => ({
  onStatement: (ms) => {
    spend('statement', ms)
    times.statement.note(ms)
  },
  onSession: (ms) => {
    spend('session', ms)
    times.session.note(ms)
  },
  onTurn: (ms) => spend('queue', ms),
  onDelivered: times.delivered.note,
  onLimit: (limit) => void limits.set(limit, (limits.get(limit) ?? 0) + 1),
  onJob: (succeeded) => {
    jobs[succeeded ? 'run' : 'failed'] += 1
  },
  onMail: (sent) => {
    mails[sent ? 'sent' : 'failed'] += 1
  },
})
