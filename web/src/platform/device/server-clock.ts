/**
 * The time of the server (epoch ms), as far as an answer has told it. What is running, over, open or editable is decided by
 * it, because a device's own clock may be hours off (docs/decisions/085). On the server, its own.
 */
export const serverNow = (): number => Date.now() + correction

/** The same as ISO text. */
export const serverInstant = (): string => new Date(serverNow()).toISOString()

/** What this device's clock shows at a time of the server (both epoch ms), as far as is known. */
export const onDeviceClock = (serverTime: number): number => serverTime - correction

/** What the device's clock lacks (ms). */
let correction = 0

/** A header has whole seconds; what else can be off is the time on the way. */
const secondMs = 1_000

/** What the network or rounding explains changes nothing, so that time does not jump. */
function learn(off: number, onTheWay: number): void {
  const uncertain = secondMs + onTheWay
  if (Number.isNaN(off) || onTheWay < 0 || Math.abs(off - correction) <= uncertain) return
  correction = Math.abs(off) <= uncertain ? 0 : off
}

/** Learns from an answer of the backend. `asked`: when it was asked for, by the device's clock. */
export function learnFromAnswer({ headers }: Response, asked: number): void {
  // A stored answer would tell the time when it was stored.
  if (/max-?age=[1-9]/.test(headers.get('cache-control') ?? '')) return
  const arrived = Date.now()
  learn(Date.parse(headers.get('date') ?? '') + secondMs / 2 - (asked + arrived) / 2, arrived - asked)
}

/**
 * Learns from the page itself, which says in `Server-Timing` when it was sent (server/documents/stored-document.ts). A copy, of
 * the browser or of the service worker, is older than it says.
 */
export function learnFromPage(): void {
  const [page] = performance.getEntriesByType('navigation')
  if (!(page instanceof PerformanceNavigationTiming) || page.type === 'back_forward') return
  if (page.transferSize === 0 && page.workerStart === 0) return
  const sent = page.serverTiming?.find(({ name }) => name === 'clock')?.duration
  if (!sent) return
  const { requestStart, responseStart } = page
  learn(sent + performance.now() - (requestStart + responseStart) / 2 - Date.now(), responseStart - requestStart)
}
