import { parseUrl } from './parse-url.ts'

/**
 * Addresses that people save: the source of a rumor, the site of a channel. Stricter than a link in a text: what is stored
 * is shown as a host and opened by many.
 */

/** Control characters, blanks, what turns or hides letters, and the backslash, which browsers read as a slash. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
const hidden = /[\u0000-\u0020\u007f-\u00a0\u00ad\u061c\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\\]/u

/** Labels, a last one that begins with no digit (an IP address has none such), a port, the rest. No credentials. */
const form =
  /^https?:\/\/(?:[^\s/?#@:.[\]%\uff00-\uffef\u3002]+\.)+([^\s/?#@:.[\]%\d\uff00-\uffef\u3002][^\s/?#@:.[\]%\uff00-\uffef\u3002]+)(?::\d{1,5})?(?:[/?#].*)?$/iu

/** Last labels of names that mean something in somebody's own network only. */
const privateNames = ['localhost', 'local', 'internal', 'intranet', 'lan', 'home', 'corp', 'arpa'] as const

/** Whether it is http(s) with a public host name, without credentials and hidden characters. Mirrored by private.is_web_address(). */
export function isWebAddress(address: string): boolean {
  if (hidden.test(address) || !parseUrl(address)) return false
  const name = form.exec(address)?.[1]?.toLowerCase()
  return name !== undefined && !privateNames.some((own) => own === name)
}

/** As typed, with https:// before what has no scheme (`rtl.de`); unchanged if that is no address either. */
export function completedAddress(typed: string): string {
  return !typed.includes('://') && isWebAddress(`https://${typed}`) ? `https://${typed}` : typed
}

export const noWebAddress = 'Das ist keine öffentliche Web-Adresse. So sieht eine aus: https://www.rtl.de/sendung'

/** What the database says when it refuses something about addresses and pictures, by hint or `hint.case`. */
export const urlSentences = {
  picture_missing: 'Das Bild ist nicht angekommen. Wähl es noch einmal.',
  url_invalid: noWebAddress,
}
