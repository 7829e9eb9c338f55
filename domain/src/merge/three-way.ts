type Values = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Values => typeof value === 'object' && value !== null

/** Whether two values of a form say the same: texts, numbers, and lists and records of these. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (!isRecord(one) || !isRecord(other)) return Object.is(one, other)
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameValue(one[name], other[name]))
  )
}

export type Merge<Fields> = {
  /** What only one side changed is as that side has it; what both changed is as mine has it until somebody chooses. */
  merged: Fields
  /** Fields that both sides changed, each to something else. */
  both: readonly (keyof Fields & string)[]
  /** Fields that only they changed. */
  taken: readonly (keyof Fields & string)[]
}

/** Joins two edits of the same fields: `base` is what both began with. */
export function mergeFields<Fields extends object>(base: Fields, mine: Fields, theirs: Fields): Merge<Fields> {
  const names = Object.keys(mine) as (keyof Fields & string)[]
  const changedByThem = names.filter((name) => !isSameValue(base[name], theirs[name]))
  const differing = changedByThem.filter((name) => !isSameValue(mine[name], theirs[name]))
  const taken = differing.filter((name) => isSameValue(base[name], mine[name]))
  const merged = { ...mine }
  for (const name of taken) merged[name] = theirs[name]
  return { merged, both: differing.filter((name) => !taken.includes(name)), taken }
}

type Item = { readonly id: string }

/**
 * Joins two edits of a list whose items have an id: what one side added, removed or changed is added, removed or changed.
 * Null if both changed one item, or the order of those that stay. Items that mine has moved or added keep their places.
 */
export function mergeLists<Of extends Item>(
  base: readonly Of[],
  mine: readonly Of[],
  theirs: readonly Of[],
): readonly Of[] | null {
  if (isSameValue(base, theirs)) return mine
  if (isSameValue(base, mine)) return theirs
  const in_ = (list: readonly Of[], id: string) => list.find((item) => item.id === id)
  const ids = new Set([...mine, ...theirs].map(({ id }) => id))
  const joined = new Map<string, Of>()
  for (const id of ids) {
    const [was, here, there] = [in_(base, id), in_(mine, id), in_(theirs, id)]
    const isChangedHere = !isSameValue(was, here)
    if (isChangedHere && !isSameValue(was, there) && !isSameValue(here, there)) return null
    const item = isChangedHere ? here : there
    if (item) joined.set(id, item)
  }
  const orderOf = (list: readonly Of[]) => list.map(({ id }) => id).filter((id) => in_(base, id) && joined.has(id))
  const [was, here, there] = [orderOf(base), orderOf(mine), orderOf(theirs)]
  const isMovedHere = !isSameValue(was, here)
  if (isMovedHere && !isSameValue(was, there) && !isSameValue(here, there)) return null
  const [first, second] = isMovedHere ? [mine, theirs] : [theirs, mine]
  return [...new Set([...first, ...second].map(({ id }) => id))].flatMap((id) => joined.get(id) ?? [])
}
