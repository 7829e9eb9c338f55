/** Groups digits by three. `Intl.NumberFormat` does the same, but creating the first one blocks a phone for 80 ms. */
const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, '.')

/** `1.284`, rounded to the next whole number. */
export function formatCount(value: number): string {
  const rounded = Math.round(Math.abs(value))
  return `${value < 0 && rounded > 0 ? '-' : ''}${grouped(String(rounded))}`
}

/** A count with its noun in singular or plural: `1 Star`, `1.284 Stars`. */
export const countOf = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** HoT score with its one decimal: `94,2` */
export const formatScore = (value: number): string => {
  const tenths = Math.round(Math.abs(value) * 10)
  const sign = value < 0 && tenths > 0 ? '-' : ''
  return `${sign}${grouped(String(Math.floor(tenths / 10)))},${tenths % 10}`
}

/** `68 %` with a no-break space, from a share between 0 and 1. */
export const formatPercent = (share: number): string => `${formatCount(share * 100)}\u00a0%`
