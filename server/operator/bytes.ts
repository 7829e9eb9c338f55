const units = ['MB', 'GB', 'TB'] as const

/** A size for a person: `512 MB`, `1,5 GB`. */
export function formatBytes(bytes: number): string {
  let size = bytes / 1024 ** 2
  let unit = 0
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1024
    unit += 1
  }
  return `${size.toLocaleString('de-DE', { maximumFractionDigits: size < 10 ? 1 : 0 })} ${units[unit]}`
}
