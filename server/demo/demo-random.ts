/** Repeatable chance: the same name draws the same numbers on every machine. */
export type Random = {
  /** 0 ≤ x < 1 */
  next(): number
  /** Whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number
  /** `count` different members of a list, in random order; all of them when the list is shorter. */
  some<T>(list: readonly T[], count: number): T[]
}

/** mulberry32 (Tommy Ettinger, public domain), seeded with FNV-1a of the name. */
export function demoRandom(name: string): Random {
  let state = 0x811c9dc5
  for (const letter of name) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    some: (list, count) =>
      list
        .map((item) => ({ item, place: next() }))
        .sort((a, b) => a.place - b.place)
        .slice(0, Math.max(0, count))
        .map(({ item }) => item),
  }
}
