import * as z from 'zod/mini'
import { cleanLine } from '../text/sanitize-text.ts'
import { slugify } from '../text/slug.ts'
import { nicknameCharacters, nicknameMax, nicknameMin } from './nickname-form.ts'
import { isReservedName, likeName } from './reserved-names.ts'

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
