import { plainText, spoilerMark, withoutSpoilers } from '../text/plain-text.ts'
import { firstCharacters, textLength } from '../text/sanitize-text.ts'

/** More of a text than this is not quoted: the comment itself is near. */
const quoteMax = 300

const hasSpoiler = (text: string) => withoutSpoilers(text) !== text

/**
 * A comment, or what was selected of it, as lines of a quote with a free line after them. Quotes inside are left out. What
 * a spoiler hides stays hidden, also when the quote is cut or only a part was selected.
 */
export function quoteOf(content: string, selected = ''): string {
  const chosen = selected.trim()
  const own = (chosen || content)
    .split('\n')
    .filter((line) => !line.startsWith('>') && line.trim() !== '')
    .join('\n')
  if (own === '') return ''
  const long = textLength(own) > quoteMax
  const safe = chosen && hasSpoiler(content) ? `||${own.replaceAll('||', '').replaceAll('\n', ' ')}||` : own
  const cut = long ? `${firstCharacters(plainText(safe), quoteMax).trimEnd()} …` : onOneLine(safe)
  return `${cut.replace(/^/gm, '> ')}\n\n`
}

/** The text with every spoiler on one line, so that no mark of a quote gets into it. */
const onOneLine = (text: string) => text.replace(spoilerMark, (spoiler) => spoiler.replaceAll('\n', ' '))
