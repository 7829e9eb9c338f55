import { isIP } from 'node:net'
import { isLoopback } from '../../wire/networks.ts'

/** What an installation sets about passkeys; without it nobody can use them. */
export type PasskeyOptions = {
  /** Name that browsers and authenticators show. */
  name: string
  /** The site's own domain or a parent of it; default: the site's host name. */
  rpId?: string | undefined
}

/** WebAuthn's relying party (W3C Web Authentication Level 3, 4): `id` is a domain, `origins` are those pages may have. */
export type RelyingParty = { id: string; name: string; origins: readonly string[] }

/** Whether a browser takes `rpId` for pages of `host`: the same domain, or a parent of it with a dot. */
export const isRpIdFor = (rpId: string, host: string): boolean =>
  rpId === host || (rpId.includes('.') && host.endsWith(`.${rpId}`))

/**
 * The relying party of a site, or undefined where no browser would allow one: a relying party is a domain, never an IP
 * address. A site on a loopback address is `localhost`, whose pages browsers treat as secure without TLS.
 */
export function relyingParty(siteUrl: string, options: PasskeyOptions | undefined): RelyingParty | undefined {
  if (!options) return undefined
  const site = new URL(siteUrl)
  const { protocol, hostname, port, origin } = site
  if (isLoopback(site)) {
    const local = `${protocol}//localhost${port && `:${port}`}`
    return { id: 'localhost', name: options.name, origins: [local] }
  }
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || protocol !== 'https:') return undefined
  const id = options.rpId ?? hostname
  return isRpIdFor(id, hostname) ? { id, name: options.name, origins: [origin] } : undefined
}
