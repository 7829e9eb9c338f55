import { createInterface } from 'node:readline'
import { BULK_LIMITS } from '../src/database/limits.ts'
import { openWatchedPglite } from '../src/database/watched-pglite.ts'

/** Runs as a separate process: writes each line that it reads as a word (`!SQL`: runs it), and says how that ended. */
const [, , dir = ''] = process.argv
const say = (line: string) => process.stdout.write(`${line}\n`)
const engine = await openWatchedPglite(dir, (line) => say(`log ${line}`))
say('open')
for await (const word of createInterface({ input: process.stdin })) {
  try {
    await engine.session(async (session) => {
      if (word.startsWith('!')) await session.exec(word.slice(1))
      else await session.query('insert into words values ($1)', [word])
    }, BULK_LIMITS)
    say(`${word} acknowledged`)
  } catch (error) {
    say(`${word} ${error instanceof Error ? error.constructor.name : String(error)}`)
  }
}
