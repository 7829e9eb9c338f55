/** As `URL` writes host names: IPv6 in brackets, IPv4 in four numbers. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Whether a URL leads to this machine. */
export const isLoopback = ({ hostname }: URL): boolean => LOOPBACK.test(hostname)

/** Whether nobody on the way can read what is sent there: https, or plain http that stays on this machine. */
export function isPrivateUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
}
