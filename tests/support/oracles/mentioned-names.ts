import { mentionMark, nameSpellings } from '@hot/domain/member/mention'
import { replaceAddresses } from '@hot/domain/url/links'

/** The maximum of people notified of one comment (a wall of names is spam). */
const mentionsMax = 10

/**
 * The distinct @names in a text as typed, in lower case, at most ten; none in an address. Which of its spellings a name
 * means is looked up by the database. The reference for `private.mentioned_names(text)`.
 */
export function mentionedNames(text: string): string[] {
  const names = Array.from(replaceAddresses(text, () => ' ').matchAll(mentionMark), ([, name = '']) => name)
    .filter((name) => nameSpellings(name).length > 0)
    .map((name) => name.slice(0, 64).toLowerCase())
  return [...new Set(names)].slice(0, mentionsMax)
}
