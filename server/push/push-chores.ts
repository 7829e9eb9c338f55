import type { Engine } from '@hot/embedded/database/engine'
import type { Chore } from '../jobs/jobs.ts'
import { databasePushQueue, drainPushes, PUSH_SCHEDULE } from './push-queue.ts'
import { openPushSenders, type PushOptions } from './push-senders.ts'

/** The scheduled sending of a server; none when it has no service to send through. */
export function pushChores(
  engine: Engine,
  owner: string,
  options: PushOptions | undefined,
  log: (line: string) => void,
): { chores: readonly Chore[]; close: () => void } {
  const senders = openPushSenders(options ?? {})
  if (Object.keys(senders.send).length === 0) return { chores: [], close: senders.close }
  const queue = databasePushQueue(engine, owner)
  const work = () => drainPushes(queue, senders, log)
  return { chores: [{ name: 'pushes', schedule: PUSH_SCHEDULE, work }], close: senders.close }
}
