import { networkPolicy } from '@hot/domain/network/query-policy'
import { DataError } from '#web/lib/api/data-error.ts'
import { fakeClock } from '#web/platform/device/fake-clock.ts'
import type { Mark, MarkKey } from './own-reactions.ts'
import type { MarkNews } from './toggle-queue-kinds.ts'
import { createToggleQueue } from './toggle-queue-machine.ts'

export const key = 'post:1'
export const turn = () => new Promise((resolve) => setImmediate(resolve))

/** The queue with a server that answers when it is told to. */
export function queueStage(base: 'unknown' | null = null) {
  const clock = fakeClock()
  const shown = new Map<MarkKey, Mark>()
  const sent: { mark: Mark; answer(): Promise<void>; fail(error: unknown): Promise<void> }[] = []
  const log: string[] = []
  const news: MarkNews[] = []
  const kept = new Map<MarkKey, Mark>()
  const around = { online: true, owner: 'anna' as string | undefined }
  const queue = createToggleQueue({
    clock,
    online: () => around.online,
    policy: () => networkPolicy('4g'),
    owner: () => around.owner,
    shown: (asked) => shown.get(asked),
    show(entries) {
      for (const [at, mark] of entries) mark === undefined ? shown.delete(at) : shown.set(at, mark)
    },
    random: () => 0,
    keep(at, mark) {
      const first = kept.size === 0
      kept.set(at, mark)
      return first
    },
    drop: (at) => kept.delete(at),
    announce: (told) => news.push(told),
  })
  queue.define('post', {
    write: (_, mark) =>
      new Promise((resolve, reject) => {
        const then = (settle: () => void) => () => {
          settle()
          return turn() as Promise<void>
        }
        sent.push({ mark, answer: then(resolve), fail: (error) => then(() => reject(error))() })
      }),
    moved: (_, from, to) => log.push(`${from}→${to}`),
    kept: () => log.push('kept'),
    stale: () => log.push('stale'),
    failed: (_, error) => log.push(`failed ${(error as DataError).status}`),
  })
  if (base !== 'unknown') queue.expect()([[key, base]])
  const advance = async (ms: number) => {
    clock.advance(ms)
    await turn()
  }
  return { queue, shown, sent, kept, log, news, around, advance }
}

export const lost = new DataError('', 0, 'Failed to fetch')
