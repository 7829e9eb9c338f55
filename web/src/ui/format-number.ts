const whole = new Intl.NumberFormat('de-DE')
const oneDecimal = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** `1.284` */
export const formatCount = (value: number): string => whole.format(value)

/** HoT score with its one decimal: `94,2` */
export const formatScore = (value: number): string => oneDecimal.format(value)

/** `68 %` with a no-break space, from a share between 0 and 1. */
export const formatPercent = (share: number): string => `${whole.format(Math.round(share * 100))}\u00a0%`
