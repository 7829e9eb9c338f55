/** `, +12 %` against the week before; empty where there is nothing to compare with. */
export function changeText(now: number, before: number): string {
  if (before === 0) return ''
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return ', gleich'
  return `, ${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString('de-DE')} %`
}

const units = [
  [86_400, 'Tag', 'Tage'],
  [3600, 'Stunde', 'Stunden'],
  [60, 'Minute', 'Minuten'],
] as const

/** `3 Stunden`, rounded to the largest unit; `–` without a value. */
export function durationText(seconds: number | null): string {
  if (seconds === null) return '–'
  for (const [length, one, many] of units) {
    const count = Math.round(seconds / length)
    if (seconds >= length) return `${count.toLocaleString('de-DE')} ${count === 1 ? one : many}`
  }
  return 'unter einer Minute'
}
