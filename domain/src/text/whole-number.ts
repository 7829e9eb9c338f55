/**
 * A whole number as spreadsheets write it: `1234567`, `1.234.567`, `1 234 567`, `1'234'567`. Null for anything else, also
 * for what is rounded or broken (`1,2 Mio.`, `1,5`).
 */
export function readWholeNumber(typed: string): number | null {
  const text = typed.trim()
  if (!/^\d{1,15}$/.test(text) && !/^\d{1,3}([.,'’\s]\d{3}){1,4}$/.test(text)) return null
  return Number(text.replace(/\D/g, ''))
}
