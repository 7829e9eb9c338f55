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
