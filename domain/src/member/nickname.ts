import * as z from 'zod/mini'
import { cleanLine } from '../text/sanitize-text.ts'
import { slugify } from '../text/slug.ts'
import { nicknameCharacters, nicknameMax, nicknameMin } from './nickname-form.ts'

export { nicknameCharacters, nicknameMax, nicknameMin }

/** Reserved words, in every spelling with the same `reservedKey`. `private.reserved_nicknames` has the same list. */
export const reservedNicknames: readonly string[] = [
  'admin',
  'administrator',
  'administration',
  'moderator',
  'moderation',
  'mod',
  'mods',
  'team',
  'hot',
  'hot-team',
  'hotteam',
  'support',
  'hilfe',
  'system',
  'root',
  'redaktion',
  'offiziell',
  'official',
  'unbekannt',
  'anonym',
  'anonymous',
  'gast',
  'guest',
  'null',
  'undefined',
  'everyone',
  'alle',
  'staff',
  'owner',
  'betreiber',
  'postmaster',
  'webmaster',
  'service-role',
]

const reserved = new Set(reservedNicknames.map(reservedKey))
const onlyAllowed = new RegExp(`^${nicknameCharacters}*$`)

/** Form in which nicknames are compared with reserved words: the slug without hyphens, so that `A.d_min` is `admin`. */
export function reservedKey(nickname: string): string {
  return slugify(nickname).replaceAll('-', '')
}

/**
 * Whether a name ends like a domain (`web.de`): its mention `@web.de` would look like part of a web address.
 * `private.looks_like_domain` applies the same rule.
 */
const looksLikeDomain = (nickname: string): boolean => /\.[A-Za-z]{2,}$/.test(nickname)

/** A nickname as typed → as stored (NFC, trimmed). Only the database knows whether it is available. */
export const nicknameSchema = z.string().check(
  z.overwrite(cleanLine),
  z.minLength(nicknameMin, `Dein Name braucht mindestens ${nicknameMin} Zeichen.`),
  z.maxLength(nicknameMax, `Dein Name darf höchstens ${nicknameMax} Zeichen haben.`),
  z.regex(onlyAllowed, 'Nimm nur deutsche Buchstaben, Ziffern, Unterstrich und Punkt.'),
  z.refine((nickname) => slugify(nickname) !== '', 'Nimm mindestens einen Buchstaben oder eine Ziffer.'),
  z.refine((nickname) => !reserved.has(reservedKey(nickname)), 'Diesen Namen vergeben wir nicht. Nimm einen anderen.'),
  z.refine(
    (nickname) => !looksLikeDomain(nickname),
    'Nach dem letzten Punkt sieht dein Name aus wie eine Web-Adresse. Nimm dort einen Unterstrich.',
  ),
)
