import { networkPolicy } from '@hot/domain/query-policy'
import { DataError } from './data-error.ts'
import { fakeClock } from './fake-clock.ts'
import type { Mark, MarkKey } from './own-marks.ts'
import { createToggleQueue, type MarkNews } from './toggle-queue-machine.ts'

export const key = 'post:1'
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** The queue with a server that answers when it is told to. */
export function queueStage(base: 'unknown' | null = null) {
  const clock = fakeClock()
  const shown = new Map<MarkKey, Mark>()
  const sent: { mark: Mark; answer(): Promise<void>; fail(error: unknown): Promise<void> }[] = []
  const log: string[] = []
  const news: MarkNews[] = []
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
    stale: () => log.push('stale'),
    failed: (_, error) => log.push(`failed ${(error as DataError).status}`),
  })
  if (base !== 'unknown') queue.expect()([[key, base]])
  const advance = async (ms: number) => {
    clock.advance(ms)
    await turn()
  }
  return { queue, shown, sent, log, news, around, advance }
}

export const lost = new DataError('', 0, 'Failed to fetch')
