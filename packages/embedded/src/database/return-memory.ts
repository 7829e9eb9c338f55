const LOOK_EVERY_MS = 5_000
const MUCH_BYTES = 48 << 20

/**
 * Gives back at once what the database's thread used for moments: the database that created the files of a new one (160
 * MB), copies of what migrations, bulk loads and backups wrote. V8 would keep it for hours, because it takes the
 * database's own memory for garbage to come, and this thread makes little of it otherwise. `collect` is undefined
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
