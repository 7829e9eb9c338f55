import { randomUUID } from 'node:crypto'
import type { Log } from '@hot/embedded/log'
import type { Processes } from '@hot/embedded/processes'
import { z } from 'zod'
import type { PurgeKeys } from './page-purge.ts'

const channel = 'hot_purge'
/** PostgreSQL's notifications take less than 8,000 bytes. */
const mostBytes = 7_900

/** `from`: the process that purged, which hears its own messages too. */
const message = z.object({ from: z.uuid(), keys: z.union([z.literal('all'), z.array(z.string())]) })

function readMessage(text: string) {
  try {
    return message.safeParse(JSON.parse(text)).data
  } catch {
    return undefined // no JSON
  }
}

/**
 * Purges what other servers on the same database purge, all of it when their messages were lost or are not understood (those
 * of another version). Returns how this server tells what it purges. While the database is away nothing can be changed, and
 * a message that it does not take is made up for by the age of a page, 60 s.
 */
export async function sharePurges(
  { tell, listen }: Processes,
  purge: (keys: PurgeKeys) => void,
  log: Log,
): Promise<(keys: PurgeKeys) => void> {
  const from = randomUUID()
  await listen(channel, {
    notified: (text) => {
      const heard = readMessage(text)
      if (heard?.from !== from) purge(heard?.keys ?? 'all')
    },
    restored: () => purge('all'),
  })
  return (keys) => {
    const text = JSON.stringify({ from, keys })
    const said = Buffer.byteLength(text) > mostBytes ? JSON.stringify({ from, keys: 'all' }) : text
    tell(channel, said).catch((error: unknown) =>
      log(
        `Die anderen Server erfuhren nicht, welche Seiten veraltet sind: ${error instanceof Error ? error.name : error}`,
        'warn',
      ),
    )
  }
}
