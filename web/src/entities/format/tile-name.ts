/** Longer names break a tile (identity, "Format tile"). */
const longestName = 24

/** What fits on a format tile: the name, or the short name where the name is too long and a short one exists. */
export function tileName(name: string, shortName: string | null): string {
  return name.length > longestName && shortName ? shortName : name
}
