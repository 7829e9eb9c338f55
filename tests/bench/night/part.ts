/**
 * One part of a show night as its own process, so that clients do not take the server's time on its thread: `sockets`,
 * `writers` or `guests`. Reads the night from its input, prints `ready`, begins at a line and ends with a line of JSON.
 */
import { createInterface } from 'node:readline'
import { visitAsGuests } from './guests.ts'
import type { Night } from './night.ts'
import { openSockets } from './sockets.ts'
import { writeAll } from './writers.ts'

/** Gets ready, and answers how to run to the end. */
type Part = (night: Night) => Promise<(rest: Promise<unknown>) => Promise<unknown>>

const parts: Readonly<Record<string, Part>> = {
  sockets: openSockets,
  writers: async (night) => () => writeAll(night),
  guests: async (night) => () => visitAsGuests(night),
}
const part = parts[process.argv[2] ?? '']
if (!part) throw new Error(`one of ${Object.keys(parts).join(', ')}`)
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const told = async () => String((await lines.next()).value)
const run = await part(JSON.parse(await told()) as Night)
console.info('ready')
await told()
// Written whole before this process ends.
process.stdout.write(`${JSON.stringify(await run(told()))}\n`, () => process.exit(0))
