import type { Listener } from '@hot/embedded/database/engine'
import { expect, test } from 'vitest'
import type { PurgeKeys } from './page-purge.ts'
import { sharePurges } from './shared-purges.ts'

/** A channel between processes, without a database. */
function openChannel() {
  const listeners: Listener[] = []
  const log: string[] = []
  const said: string[] = []
  const join = async (purged: PurgeKeys[], tell?: () => Promise<void>) =>
    sharePurges(
      {
        tell: async (_channel, text) => {
          await tell?.()
          said.push(text)
          for (const { notified } of listeners) notified(text)
        },
        listen: async (_channel, listener) => void listeners.push(listener),
      },
      (keys) => purged.push(keys),
      (line) => log.push(line),
    )
  return { join, listeners, log, said }
}

test('what one server purges the others purge too, and it does not purge it twice', async () => {
  const { join } = openChannel()
  const [a, b, c]: [PurgeKeys[], PurgeKeys[], PurgeKeys[]] = [[], [], []]
  const tell = await join(a)
  await join(b)
  await join(c)
  tell(['6b0c6f7e-1d7a-4d8e-9a51-0c7e5f1a2b3c'])
  tell('all')
  const heard = [['6b0c6f7e-1d7a-4d8e-9a51-0c7e5f1a2b3c'], 'all']
  await expect.poll(() => [a, b, c]).toEqual([[], heard, heard])
})

test('everything is purged when messages were lost, are too long or are those of another version', async () => {
  const { join, listeners, said } = openChannel()
  const purged: PurgeKeys[] = []
  const tell = await join([])
  await join(purged)
  listeners[1]?.restored()
  for (const strange of ['', 'no JSON', '{"from":"6b0c6f7e-1d7a-4d8e-9a51-0c7e5f1a2b3c","pages":[]}'])
    listeners[1]?.notified(strange)
  tell(Array.from({ length: 1_000 }, (_, n) => `6b0c6f7e-1d7a-4d8e-9a51-${String(n).padStart(12, '0')}`))
  await expect.poll(() => purged).toEqual(['all', 'all', 'all', 'all', 'all'])
  expect(Buffer.byteLength(said[0] ?? '')).toBeLessThan(8_000)
})

test('a message that the database does not take is named in the log', async () => {
  const { join, log } = openChannel()
  const tell = await join([], () => Promise.reject(new TypeError('postgres://user:secret@host')))
  tell('all')
  await expect.poll(() => log).toEqual(['Die anderen Server erfuhren nicht, welche Seiten veraltet sind: TypeError'])
})
