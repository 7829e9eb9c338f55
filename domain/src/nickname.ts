import * as z from 'zod/mini'
import { cleanLine } from './sanitize-text.ts'
import { searchFold } from './search-fold.ts'
import { slugify } from './slug.ts'

/** Decisions §7: the nickname of a member. */
export const nicknameMin = 3
export const nicknameMax = 20

/**
 * Characters of a nickname: Latin letters (ASCII, Latin-1, Extended-A, Romanian Ș Ț, ẞ, Ə), digits, `_` and `.`.
 * Latin only, because a Cyrillic "а" would let one member pass as another. PostgreSQL takes the same class.
 */
export const nicknameCharacters = '[A-Za-z0-9_.À-ÖØ-öø-ſȘ-țẞƏə]'

/** Names nobody may take, in any spelling with the same `reservedKey`: roles, the house itself, and what stands for a missing name. */
export const reservedNicknames: readonly string[] = [
  'admin',
  'administrator',
  'moderator',
  'moderation',
  'mod',
  'hot',
  'hotteam',
  'hotadmin',
  'hotredaktion',
  'team',
  'support',
  'redaktion',
  'system',
  'root',
  'staff',
  'gast',
  'guest',
  'anonym',
  'anonymous',
  'unbekannt',
  'gelöscht',
  'null',
  'undefined',
  'api',
  'auth',
  'account',
  'user',
]

const reserved = new Set(reservedNicknames.map(reservedKey))
const onlyAllowed = new RegExp(`^${nicknameCharacters}*$`)

/** Spelling by which reserved words are compared: `A.d_mín` → `admin`. SQL: `private.search_fold`, then `.` and `_` removed. */
export function reservedKey(nickname: string): string {
  return searchFold(nickname).replace(/[._]/g, '')
}

/** A nickname as typed → as stored (NFC, trimmed), with German messages. That it is free only the database knows. */
export const nicknameSchema = z.string().check(
  z.overwrite(cleanLine),
  z.minLength(nicknameMin, `Dein Name braucht mindestens ${nicknameMin} Zeichen.`),
  z.maxLength(nicknameMax, `Dein Name darf höchstens ${nicknameMax} Zeichen haben.`),
  z.regex(onlyAllowed, 'Nimm nur Buchstaben, Ziffern, Unterstrich und Punkt.'),
  z.refine((nickname) => slugify(nickname) !== '', 'Nimm mindestens einen Buchstaben oder eine Ziffer.'),
  z.refine((nickname) => !reserved.has(reservedKey(nickname)), 'Diesen Namen vergeben wir nicht. Nimm einen anderen.'),
)
