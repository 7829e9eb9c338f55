import * as z from 'zod/mini'
import { cleanLine } from '../text/sanitize-text.ts'
import { slugify } from '../text/slug.ts'
import { nicknameCharacters, nicknameMax, nicknameMin } from './nickname-form.ts'

/**
 * Names that would pass for the team, the site or nobody. `whole`: the name itself; `word`: a word of the name, parted by
 * `_`, `.` or a capital letter; `part`: anywhere in it. `private.reserved_nicknames` has the same list.
 */
export const reservedNames = {
  whole: [
    'team',
    'hot',
    'hilfe',
    'system',
    'root',
    'unbekannt',
    'anonym',
    'anonymous',
    'gast',
    'guest',
    'null',
    'undefined',
    'everyone',
    'alle',
    'owner',
    'service-role',
    'constructor',
    'prototype',
    'leitung',
  ],
  word: [
    'admin',
    'admins',
    'mod',
    'mods',
    'support',
    'redaktion',
    'offiziell',
    'official',
    'verifiziert',
    'verified',
    'staff',
    'betreiber',
    'postmaster',
    'webmaster',
    'gelöscht',
    'deleted',
    'kundenservice',
  ],
  part: [
    'moderator',
    'moderation',
    'administrator',
    'administration',
    'hot-team',
    'vom-team',
    'hot-support',
    'team-hot',
    'hot-hilfe',
    'hilfe-hot',
    'support-hot',
    'hot-admin',
    'admin-hot',
    'hot-redaktion',
    'redaktion-hot',
    'hot-echt',
    'echt-hot',
    'hot-offiziell',
    'offiziell-hot',
    'hot-leitung',
    'leitung-hot',
    'team-von-hot',
    'hot-das-team',
  ],
} as const
type Kind = keyof typeof reservedNames

const lookAlikes: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', i: 'l', '3': 'e', '4': 'a', '5': 's' }

/** What a name looks like at a glance: `m0derator`, `Mod_erator` and `MODERATOR` are one. Mirrored by `private.name_skeleton`. */
export const nameSkeleton = (name: string): string =>
  slugify(name)
    .replaceAll('-', '')
    .replace(/[01i345]/g, (letter) => lookAlikes[letter] ?? letter)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

const lists = Object.fromEntries(
  Object.entries(reservedNames).map(([kind, words]) => [kind, new Set(words.map(nameSkeleton))]),
) as Record<Kind, Set<string>>

/** Digits around a word are decoration: `ADMIN1`. */
const bare = (word: string): string => word.replace(/^[\d._]+|[\d._]+$/g, '')

/** The words of a name: `Mod_Lena` and `ModLena` have two. Mirrored by `private.name_words`. */
export const nameWords = (name: string): string[] =>
  name
    .replace(/([a-zäöüß\d])(?=[A-ZÄÖÜ])/g, '$1.')
    .split(/[._]+/)
    .filter((word) => word !== '')

const isReservedWord = (word: string): boolean => [word, bare(word)].some((one) => lists.word.has(nameSkeleton(one)))

/** Whether nobody may be called so; `private.is_reserved_name` decides the same. */
export function isReservedName(name: string): boolean {
  const whole = [name, bare(name)].map(nameSkeleton)
  return (
    whole.some((one) => lists.whole.has(one) || lists.word.has(one)) ||
    [...lists.part].some((part) => nameSkeleton(name).includes(part)) ||
    nameWords(name).some(isReservedWord)
  )
}

/** A name that is like the refused one, as far as it may be. */
export function likeName(refused: string): string {
  const left = nameWords(refused)
    .filter((word) => /^[A-Za-zÄÖÜäöüß]{2,13}$/.test(word) && !isReservedName(word))
    .join('_')
  const like = `${left.slice(0, 13).replace(/_$/, '')}_schaut`
  return left === '' || isReservedName(like) ? 'Sofa_schaut' : like
}

export { nicknameCharacters, nicknameMax, nicknameMin }

const onlyAllowed = new RegExp(`^${nicknameCharacters}*$`)

/** Endings of web addresses that people know by sight; `anna.meier` is a name. */
const addressEndings =
  'de|com|net|org|at|ch|eu|tv|info|biz|io|me|co|uk|us|fr|nl|it|pl|ru|app|dev|shop|online|live|news|blog|xyz|to|cc|gg|ly|link|site|club|fm|vip'
const addressEnding = new RegExp(`\\.(?:${addressEndings})$`, 'i')

/**
 * Whether a name ends like a domain (`web.de`): its mention `@web.de` would look like part of a web address.
 * `private.looks_like_domain` applies the same rule.
 */
const looksLikeDomain = (nickname: string): boolean => addressEnding.test(nickname)

const trimmed = (typed: unknown): string => String(typed).replace(/^[._]+|[._]+$/g, '')

/** A nickname as typed → as stored (NFC, trimmed). Only the database knows whether it is available. */
export const nicknameSchema = z.string().check(
  z.overwrite(cleanLine),
  z.minLength(nicknameMin, `Dein Name braucht mindestens ${nicknameMin} Zeichen.`),
  z.maxLength(nicknameMax, `Dein Name darf höchstens ${nicknameMax} Zeichen haben.`),
  z.regex(onlyAllowed, 'Nimm nur deutsche Buchstaben, Ziffern, Unterstrich und Punkt.'),
  z.refine((nickname) => slugify(nickname) !== '', 'Nimm mindestens einen Buchstaben oder eine Ziffer.'),
  // At the ends they are taken for the sentence: "@kim." means kim.
  z.refine((nickname) => !/^[._]|[._]$/.test(nickname), {
    error: ({ input }) =>
      `Am Anfang und am Ende steht kein Punkt oder Unterstrich. Wie wäre es mit „${trimmed(input)}“?`,
  }),
  z.refine((nickname) => !isReservedName(nickname), {
    error: ({ input }) =>
      `So heißt hier nur das Team oder die Seite selbst. Wie wäre es mit „${likeName(String(input))}“?`,
  }),
  z.refine(
    (nickname) => !looksLikeDomain(nickname),
    'Nach dem letzten Punkt sieht dein Name aus wie eine Web-Adresse. Nimm dort einen Unterstrich.',
  ),
)
