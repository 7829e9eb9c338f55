/** `20261128153000`, in UTC. */
const stampOf = (instant: Date) => instant.toISOString().replace(/\D/g, '').slice(0, 14)

const instantOf = (stamp: string) =>
  new Date(stamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'))

/** The stamp of the next migration: now, or a second after the last. */
export function nextStamp(files: readonly string[], now: Date): string {
  const last =
    files
      .filter((file) => /^\d{14}_/.test(file))
      .sort()
      .at(-1)
      ?.slice(0, 14) ?? ''
  const own = stampOf(now)
  return own > last ? own : stampOf(new Date(instantOf(last).getTime() + 1000))
}
