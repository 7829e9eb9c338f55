const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether what is sent there can be read by nobody on the way: https, or plain http that stays on this machine. */
export function isPrivateUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
}
