/**
 * Votes → whole percentages that add up to 100 (largest remainders; of equal ones the first get more); zeros before the
 * first vote.
 */
export function percentages(votes: readonly number[]): number[] {
  const all = votes.reduce((sum, count) => sum + count, 0)
  if (all === 0) return votes.map(() => 0)
  const exact = votes.map((count) => (count / all) * 100)
  const shares = exact.map(Math.floor)
  const left = 100 - shares.reduce((sum, share) => sum + share, 0)
  const remainder = (at: number) => (exact[at] ?? 0) - (shares[at] ?? 0)
  const byRemainder = votes.map((_, at) => at).sort((a, b) => remainder(b) - remainder(a) || a - b)
  const rounded = new Set(byRemainder.slice(0, left))
  return shares.map((share, at) => share + (rounded.has(at) ? 1 : 0))
}
