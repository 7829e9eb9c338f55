import fs from 'node:fs'
import path from 'node:path'
import type { Engine } from '@hot/embedded/database/engine'
import { BULK_LIMITS } from '@hot/embedded/database/limits'
import { migrate } from '@hot/embedded/database/migrate'
import { openPostgres } from '@hot/embedded/database/postgres'
import { ensurePlatform } from '@hot/embedded/platform/platform'
import { signEverybodyIn } from './signed-in.ts'

export type Size = { stars: number; members: number; posts: number }

/** Numbers of votes, reactions and comments depend on the number of posts (see data-set/). */
export const large: Size = { stars: 5_000, members: 100_000, posts: 200_000 }
export const small: Size = { stars: 500, members: 10_000, posts: 20_000 }

const dataSet = path.join(import.meta.dirname, 'data-set')

/**
 * Creates the database `name` on the server of `url` and fills it: the same rows on every machine. Prints each step's
 * seconds. `checkout`: whose schema it has.
 */
export async function fill(url: string, name: string, size: Size, checkout = '.'): Promise<Engine> {
  const server = openPostgres(url, () => {})
  await server.session((session) => session.exec(`create database ${name}`))
  await server.close()
  const address = new URL(url)
  address.pathname = `/${name}`
  const engine = openPostgres(address.href, () => {})
  const { owner } = await ensurePlatform(engine)
  await migrate(engine, owner, path.join(checkout, 'supabase/migrations'))
  await engine.session(async (session) => {
    const settings = Object.entries(size).map(([what, value]) => `set bench.${what} = ${value}`)
    await session.exec([...settings, "set work_mem = '256MB'", "set maintenance_work_mem = '512MB'"].join('; '))
    for (const file of fs.readdirSync(dataSet).sort()) {
      const began = performance.now()
      await session.exec(fs.readFileSync(path.join(dataSet, file), 'utf8'))
      console.info(`${name}: ${file} in ${((performance.now() - began) / 1000).toFixed(0)} s`)
    }
    await session.exec(signEverybodyIn)
    await session.exec('vacuum analyze')
    await session.exec('reset all')
  }, BULK_LIMITS)
  return engine
}
