/**
 * What a power cut leaves of the embedded database: `node packages/embedded/test/power-cut.ts [rounds]`, as root on Linux. The data
 * directory is on an ext4 image. Eight clients write; then the writer is killed and the image copied while it is
 * mounted, so that the copy has what was synced or happened to be written back, and nothing of the page cache. In the
 * copy every acknowledged write has to be there, once, and every index has to agree with its table (amcheck).
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { openPglite } from '../src/database/pglite.ts'
import { transaction } from '../src/database/transaction.ts'

const CLIENTS = 8
const SHORTEST_MS = 500
const LONGEST_MS = 8_000

/** Writes without end, and prints the number of each write that was acknowledged. */
async function write(dir: string, round: number): Promise<void> {
  const engine = await openPglite(dir)
  await engine.session((session) =>
    session.exec(`create table if not exists writes (id text primary key, client int, filler text);
      create index if not exists writes_client on writes (client, id);
      create table if not exists counters (client int primary key, n int not null);
      insert into counters select i, 0 from generate_series(0, ${CLIENTS - 1}) i on conflict do nothing`),
  )
  const client = async (number: number): Promise<never> => {
    for (let n = 0; ; n++) {
      const id = `${round}-${number}-${n}`
      await transaction(engine, undefined, async (session) => {
        await session.query(`insert into writes values ($1, $2, repeat(md5($1), 1 + $3 % 40))`, [id, number, n])
        await session.query('update counters set n = n + 1 where client = $1', [number])
      })
      fs.writeSync(1, `${id}\n`)
      if (number === 0 && n % 50 === 49) await engine.session((session) => session.exec('checkpoint'))
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)))
}

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })

type Found = { lost: number; torn: number; errors: string[] }

/** Opens what the cut has left, and compares. */
async function examine(dir: string, acknowledged: ReadonlySet<string>): Promise<Found> {
  const db = await PGlite.create({ dataDir: dir, extensions: { amcheck } })
  try {
    await db.exec('create extension if not exists amcheck; set enable_indexscan = off; set enable_indexonlyscan = off')
    const { rows } = await db.query<{ id: string }>('select id from writes')
    const there = new Set(rows.map(({ id }) => id))
    const sums = await db.query<{ writes: number; counted: number }>(
      'select (select count(*)::int from writes) as writes, (select sum(n)::int from counters) as counted',
    )
    const errors: string[] = []
    const indexes = await db.query<{ name: string }>(
      `select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indexrelid
       join pg_am on pg_am.oid = relam where amname = 'btree' and indisvalid`,
    )
    for (const { name } of indexes.rows)
      await db
        .query('select bt_index_check($1::regclass, true)', [name])
        .catch((error: unknown) => errors.push(`${name}: ${String(error)}`))
    await db.exec('reindex table writes; reindex table counters')
    const { writes = 0, counted = 0 } = sums.rows[0] ?? {}
    return { lost: [...acknowledged].filter((id) => !there.has(id)).length, torn: Math.abs(writes - counted), errors }
  } finally {
    await db.close()
  }
}

async function cut(place: string, round: number): Promise<boolean> {
  const image = path.join(place, 'image')
  const copy = path.join(place, 'copy')
  const mounted = path.join(place, 'mounted')
  run('mount', '-o', 'loop', image, mounted)
  const acknowledged = new Set<string>()
  let found: Found
  try {
    const writer = spawn(process.execPath, [import.meta.filename, '--write', path.join(mounted, 'pg'), String(round)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const lines = createInterface({ input: writer.stdout })
    lines.on('line', (id) => acknowledged.add(id))
    await once(lines, 'line')
    await pause(SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS))
    writer.kill('SIGKILL')
    run('cp', '--sparse=always', image, copy)
    await once(writer, 'close')
  } finally {
    run('umount', mounted)
  }
  fs.renameSync(copy, image)
  run('mount', '-o', 'loop', image, mounted)
  try {
    found = await examine(path.join(mounted, 'pg'), acknowledged)
  } finally {
    run('umount', mounted)
  }
  const { lost, torn, errors } = found
  console.log(`${round}: ${acknowledged.size} acknowledged, ${lost} lost, ${torn} half, ${errors.length} index errors`)
  for (const error of errors) console.log(`  ${error}`)
  return lost + torn + errors.length === 0
}

async function cutAll(rounds: number): Promise<void> {
  const place = fs.mkdtempSync(path.join(fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir(), 'hot-power-cut-'))
  try {
    const image = path.join(place, 'image')
    fs.mkdirSync(path.join(place, 'mounted'))
    run('truncate', '--size=600M', image)
    run('mkfs.ext4', '-q', '-F', image)
    let good = 0
    for (let round = 1; round <= rounds; round++) if (await cut(place, round)) good++
    console.log(`${good} of ${rounds} cuts lost nothing`)
    if (good < rounds) process.exitCode = 1
  } finally {
    fs.rmSync(place, { recursive: true, force: true })
  }
}

const [first, dir = '', round = '0'] = process.argv.slice(2)
if (first === '--write') await write(dir, Number(round))
else await cutAll(Number(first ?? 20))
