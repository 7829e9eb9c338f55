type Values = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Values => typeof value === 'object' && value !== null

/** Whether two values of a form are equal: texts, numbers, and lists and records of these. */
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

/** How values are compared: as they are stored, whatever they look like. */
type Stored<Of> = (value: Of) => unknown

/** Joins two edits of the same fields: `base` is what both began with. */
export function mergeFields<Fields extends object>(
  base: Fields,
  mine: Fields,
  theirs: Fields,
  stored: (fields: Fields) => { readonly [Name in keyof Fields]: unknown } = (fields) => fields,
): Merge<Fields> {
  const [was, here, there] = [stored(base), stored(mine), stored(theirs)]
  const names = Object.keys(mine) as (keyof Fields & string)[]
  const isMine = (name: keyof Fields) => !isSameValue(was[name], here[name])
  const differing = names.filter(
    (name) => !isSameValue(was[name], there[name]) && !isSameValue(here[name], there[name]),
  )
  const merged = { ...mine }
  for (const name of names) if (!isMine(name)) merged[name] = theirs[name]
  return { merged, both: differing.filter(isMine), taken: differing.filter((name) => !isMine(name)) }
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
  stored: Stored<Of> = (item) => item,
): readonly Of[] | null {
  const isSame = (one: Of | undefined, other: Of | undefined) =>
    one && other ? isSameValue(stored(one), stored(other)) : one === other
  const isSameList = (one: readonly Of[], other: readonly Of[]) => isSameValue(one.map(stored), other.map(stored))
  if (isSameList(base, theirs)) return mine
  if (isSameList(base, mine)) return theirs
  const in_ = (list: readonly Of[], id: string) => list.find((item) => item.id === id)
  const ids = new Set([...mine, ...theirs].map(({ id }) => id))
  const joined = new Map<string, Of>()
  for (const id of ids) {
    const [was, here, there] = [in_(base, id), in_(mine, id), in_(theirs, id)]
    const isChangedHere = !isSame(was, here)
    if (isChangedHere && !isSame(was, there) && !isSame(here, there)) return null
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
