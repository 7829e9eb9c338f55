export type VitalName = 'CLS' | 'INP' | 'FCP' | 'LCP' | 'TTFB'
export type VitalRating = 'good' | 'needs-improvement' | 'poor'

/** Good up to the first value, poor above the second (web.dev/vitals). In milliseconds; CLS has no unit. */
const vitalThresholds: Readonly<Record<VitalName, readonly [good: number, poor: number]>> = {
  CLS: [0.1, 0.25],
  INP: [200, 500],
  FCP: [1800, 3000],
  LCP: [2500, 4000],
  TTFB: [800, 1800],
}

export function vitalRating(name: VitalName, value: number): VitalRating {
  const [good, poor] = vitalThresholds[name]
  if (value <= good) return 'good'
  return value <= poor ? 'needs-improvement' : 'poor'
}
