/** Not all of 127.0.0.0/8: another program may listen on another of its addresses. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether a URL leads to this machine by one of its usual names. */
export const isLoopback = ({ hostname }: URL): boolean => LOOPBACK.has(hostname)

/** Whether nobody on the way can read what is sent there: https, or plain http that stays on this machine. */
export function isPrivateUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
}
