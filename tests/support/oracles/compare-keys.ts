/** Order of two keys by their characters' codes, as PostgreSQL's collation "C": not by language, where programs disagree. */
export function compareKeys(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
