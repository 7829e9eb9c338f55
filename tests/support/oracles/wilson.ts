/** Lower bound of Wilson's score interval at 95 %, as textbooks write it. */
export function wilsonLowerBound(hits: number, decided: number): number {
  const z = 1.96
  const share = hits / decided
  const centre = share + z ** 2 / (2 * decided)
  const spread = z * Math.sqrt((share * (1 - share)) / decided + z ** 2 / (4 * decided ** 2))
  return (centre - spread) / (1 + z ** 2 / decided)
}
