/** Compares two keys by code point, as PostgreSQL's collation "C" does: not by language, where programs disagree. */
export function compareKeys(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
