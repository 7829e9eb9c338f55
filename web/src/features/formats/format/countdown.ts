export type Countdown = { days: number; hours: number; minutes: number; seconds: number }

/** Time left until `target`, both in milliseconds since 1970; null once it is over. */
export function countdown(now: number, target: number): Countdown | null {
  const left = Math.floor((target - now) / 1000)
  if (left <= 0) return null
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor(left / 3600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
  }
}

const amount = (value: number, one: string, many: string) => `${value} ${value === 1 ? one : many}`

/** `Noch 2 Tage, 4 Stunden` – the two largest units, for readers who hear the page. */
export function countdownText({ days, hours, minutes }: Countdown): string {
  const units = [
    days > 0 && amount(days, 'Tag', 'Tage'),
    hours > 0 && amount(hours, 'Stunde', 'Stunden'),
    minutes > 0 && amount(minutes, 'Minute', 'Minuten'),
  ].filter((unit) => unit !== false)
  return units.length === 0 ? 'Gleich geht’s los' : `Noch ${units.slice(0, 2).join(', ')}`
}
