import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** What PostgreSQL is started with so that a commit takes as long as on a disk that really writes. */
export type SlowSync = { env: Readonly<Record<string, string>>; told: string; remove: () => void }

const asInstalled = (told: string): SlowSync => ({ env: {}, told, remove: () => {} })

/**
 * A library, compiled here, that lets each fsync and fdatasync of PostgreSQL take `ms` milliseconds longer. Without a
 * compiler the disk stays as it is, which is said in `told`.
 */
export function slowSync(ms: number): SlowSync {
  if (ms === 0) return asInstalled("fsync of this machine's disk (BENCH_FSYNC_MS=8: a slower one)")
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-slow-sync-'))
  fs.chmodSync(folder, 0o755)
  const library = path.join(folder, 'slow-sync.so')
  const source = path.join(import.meta.dirname, 'slow-sync.c')
  const remove = () => fs.rmSync(folder, { recursive: true, force: true })
  try {
    execFileSync(process.env.CC ?? 'cc', [
      '-shared',
      '-fPIC',
      '-O2',
      `-DDELAY_US=${Math.round(ms * 1_000)}`,
      '-o',
      library,
      source,
      '-ldl',
    ])
  } catch (error) {
    remove()
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return asInstalled(`fsync of this machine's disk: the wish for ${ms} ms needs a C compiler (cc), and there is none`)
  }
  return {
    env: { LD_PRELOAD: library },
    told: `every fsync and fdatasync ${ms} ms slower (a library before PostgreSQL's own, wal_sync_method=fdatasync)`,
    remove,
  }
}
