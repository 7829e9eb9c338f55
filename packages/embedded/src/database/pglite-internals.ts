/**
 * What the embedded database needs of PGlite and has no public way to: its program as a file, and an `fsync` that
 * reaches the disk. Its tests hold both (`power-cut.full.test.ts`).
 */
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Extension } from '@electric-sql/pglite'
import { syncDirectory } from '../directory/sync.ts'

/** PGlite has no export for it; its browser builds find the file by the same name beside its own. */
const file = path.join(path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm')

let compiled: Promise<WebAssembly.Module> | undefined

/**
 * PostgreSQL compiled to machine code, once per process: threads share it, with everything V8 has optimised since. Compiling
 * is most of the time it takes to open a database again.
 */
export function pgliteProgram(): Promise<WebAssembly.Module> {
  compiled ??= fs.promises.readFile(file).then((bytes) => WebAssembly.compile(bytes))
  return compiled
}

/** An open file (`nfd`: its descriptor) or directory of NODEFS. */
type Stream = { nfd?: number; node: object }
/** Emscripten's file system on a directory of the machine. */
type NodeFiles = {
  realPath: (node: object) => string
  stream_ops: { fsync?: (stream: Stream) => number }
}
type Instance = { FS: { filesystems: { NODEFS: NodeFiles } } }
type InstanceOptions = { preRun?: ((instance: Instance) => void)[] }

/** Ends the thread. */
export type SyncFailed = (error: unknown) => never

const addSync =
  (failed: SyncFailed) =>
  ({ FS }: Instance): void => {
    const files = FS.filesystems.NODEFS
    files.stream_ops.fsync = ({ nfd, node }) => {
      try {
        // Contents and size. The times of a file need not survive, and would cost another write each time.
        if (nfd === undefined) syncDirectory(files.realPath(node))
        else fs.fdatasyncSync(nfd)
        return 0
      } catch (error) {
        return failed(error)
      }
    }
  }

/**
 * Lets PostgreSQL's `fsync` reach the disk. Emscripten calls `stream_ops.fsync` of a file system, and without one, as in
 * NODEFS, returns 0 and does nothing. It is added to the instance of one database; what is written before what remains
 * PostgreSQL's own affair. An extension, since PGlite runs those for the database itself and not for initdb.
 *
 * `failed` is called when a sync fails, as PostgreSQL would panic then: nobody knows what is on the disk. It must end the
 * thread, since PGlite goes on after a panic, with locks that nobody gives back, and so does not come back at all.
 */
export const durableFiles = (failed: SyncFailed): Extension => ({
  name: 'durable files',
  setup: async (_pglite, options: InstanceOptions) => ({
    emscriptenOpts: { ...options, preRun: [...(options.preRun ?? []), addSync(failed)] },
  }),
})

const LOOK_EVERY_MS = 5_000
const MUCH_BYTES = 48 << 20

/**
 * Returns memory that the database's thread used temporarily: the database that created the files of a new one (160 MB),
 * copies of what migrations, bulk loads and backups wrote. V8 would hold it for hours, because this thread
 * otherwise produces little garbage. `collect` is undefined
 * without `--expose-gc`: then nothing happens. `held`: bytes of buffers, used or not.
 */
export function returnMemory(collect: (() => unknown) | undefined, held: () => number): void {
  if (!collect) return
  let needed = 0
  setInterval(() => {
    if (held() < needed + MUCH_BYTES) return
    collect()
    needed = held()
  }, LOOK_EVERY_MS).unref()
}
