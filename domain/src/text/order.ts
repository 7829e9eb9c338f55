/** Order of two keys by their characters' codes, as PostgreSQL's collation "C": not by language, where programs disagree. */
export function compareKeys(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** The list with the item at `from` now at `to`; the same list when nothing moves or there is no such place. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): readonly Item[] {
  const moved = list[from]
  if (moved === undefined || from === to || to < 0 || to >= list.length) return list
  const others = list.filter((_, place) => place !== from)
  return [...others.slice(0, to), moved, ...others.slice(to)]
}
