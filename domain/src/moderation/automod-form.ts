import * as z from 'zod/mini'
import { optionalText, requiredLine } from '../text/entry-rules.ts'

export const automodTargets = ['post', 'comment', 'nickname'] as const
/** A new rule only shows what it would do (`shadow`). */
export const automodStates = ['off', 'shadow', 'on'] as const
/** What happens to a text that meets a rule: a post waits and a comment is refused, it is reported, or comes later. */
export const automodActions = ['hold', 'flag', 'slow'] as const

export const automodNameMax = 80
const wordsMax = 200
const lettersMax = 5000

/** Words and phrases of a rule, one a line or separated by commas. */
const wordsOf = (typed: string): string[] =>
  typed
    .split(/[\n,;]+/)
    .map((word) => word.trim())
    .filter((word) => /[\p{L}\p{N}]/u.test(word))

const optionalNumber = (least: number, most: number) =>
  z.string().check(
    z.trim(),
    z.refine(
      (text) => text === '' || (/^\d{1,4}$/.test(text) && Number(text) >= least && Number(text) <= most),
      `Gib eine Zahl von ${least} bis ${most.toLocaleString('de-DE')} ein, oder nichts.`,
    ),
  )

/** A rule as typed; the limits are those of `private.automod_rules`. */
export const automodForm = z
  .object({
    name: requiredLine(automodNameMax, 'Wie heißt die Regel?').check(z.minLength(2, 'Nimm einen längeren Namen.')),
    posts: z.boolean(),
    comments: z.boolean(),
    /** Names with one of the words are not given to anybody. */
    nicknames: z.boolean(),
    action: z.enum(automodActions),
    words: optionalText(lettersMax).check(
      z.refine((typed) => wordsOf(typed).length <= wordsMax, `Höchstens ${wordsMax} Wörter.`),
    ),
    links: optionalNumber(1, 20),
    accountDays: optionalNumber(1, 365),
    contributions: optionalNumber(1, 100),
    perHour: optionalNumber(2, 1000),
    repeated: z.boolean(),
    namesStar: z.boolean(),
  })
  .check(({ value, issues }) => {
    const fault = (field: string, message: string) =>
      issues.push({ code: 'custom', input: value, path: [field], message })
    if (!value.posts && !value.comments && !value.nicknames) fault('posts', 'Wähl aus, wofür die Regel gilt.')
    const numbers = [value.links, value.accountDays, value.contributions, value.perHour]
    if (value.nicknames && wordsOf(value.words).length === 0) fault('words', 'Für Nicknames braucht die Regel Wörter.')
    else if (
      wordsOf(value.words).length === 0 &&
      !value.repeated &&
      !value.namesStar &&
      numbers.every((text) => text === '')
    )
      fault('words', 'Eine Regel braucht mindestens eine Bedingung.')
  })
export type AutomodFields = z.infer<typeof automodForm>

const numberOf = (typed: string) => (typed === '' ? null : Number(typed))

/** Words and numbers as they are stored, however they were typed. */
export const storedRule = ({ words, links, accountDays, contributions, perHour }: AutomodFields) => ({
  words: wordsOf(words),
  links: numberOf(links),
  accountDays: numberOf(accountDays),
  contributions: numberOf(contributions),
  perHour: numberOf(perHour),
})

const fieldOf = { post: 'posts', comment: 'comments', nickname: 'nicknames' } as const

/** The rule as the database stores it. */
export const automodValues = (fields: AutomodFields) => ({
  name: fields.name,
  applies_to: automodTargets.filter((target) => fields[fieldOf[target]]),
  action: fields.action,
  words: wordsOf(fields.words),
  min_links: numberOf(fields.links),
  max_account_days: numberOf(fields.accountDays),
  max_contributions: numberOf(fields.contributions),
  min_per_hour: numberOf(fields.perHour),
  is_repeated: fields.repeated,
  names_star: fields.namesStar,
})
