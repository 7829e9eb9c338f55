/** What the text of a statement of `supabase/schemas` must not be, whatever it makes. */
import { scan } from 'libpg-query'

/** `text` as it stands; a body in dollars stands as its own tokens, comments do not. */
export type Token = { text: string; kind: string; reserved: boolean; line: number }

/** The tokens of SQL, and of the bodies in it. */
export async function tokensOf(code: string, line = 1): Promise<Token[]> {
  const bytes = Buffer.from(code)
  const lines = (end: number) => line + bytes.subarray(0, end).toString().split('\n').length - 1
  const found: Token[] = []
  for (const { text, tokenName: kind, keywordName, start } of (await scan(code)).tokens) {
    if (kind === 'SQL_COMMENT' || kind === 'C_COMMENT') continue
    const [, body] = /^\$(?:\w*)\$(.*)\$\w*\$$/s.exec(text) ?? []
    if (body === undefined) found.push({ text, kind, reserved: keywordName === 'RESERVED_KEYWORD', line: lines(start) })
    else found.push(...(await tokensOf(body, lines(start))))
  }
  return found
}

/** Lines that make a row of a table or type by the order of its columns: `row(…)`, `(…, …)::private.x`, `insert into x values`. */
export async function positionalRows(code: string, line = 1): Promise<number[]> {
  const tokens = await tokensOf(code, line)
  const at = (index: number) => tokens[index]?.text.toLowerCase() ?? ''
  const found: number[] = []
  const open: { lists: boolean; calls: boolean }[] = []
  tokens.forEach((token, index) => {
    if (token.text === '(') open.push({ lists: false, calls: isCalled(tokens[index - 1]) })
    if (token.text === ',') {
      const around = open.at(-1)
      if (around) around.lists = true
    }
    if (token.text === ')') {
      const closed = open.pop()
      const isRow = closed?.lists && !closed.calls
      if (isRow && at(index + 1) === '::' && at(index + 3) === '.') found.push(token.line)
    }
    if (token.text.toLowerCase() === 'row' && at(index + 1) === '(') found.push(token.line)
    if (at(index) === 'insert' && at(index + 1) === 'into' && isWithoutColumns(at, index + 2)) found.push(token.line)
  })
  return found
}

const isCalled = (before: Token | undefined) => before !== undefined && !before.reserved && /^[\w"]+$/.test(before.text)

/** `t values`, `s.t as x values`, `t select a, b`; `select x.*` takes over a row as it is. */
function isWithoutColumns(at: (index: number) => string, from: number): boolean {
  let next = at(from + 1) === '.' ? from + 3 : from + 1
  if (at(next) === 'as') next += 2
  if (at(next) === 'values') return true
  return at(next) === 'select' && !(at(next + 2) === '.' && at(next + 3) === '*')
}

/** Words that German sentences have and neither SQL nor English has as a word. */
const germanWords =
  /(?<![\p{L}\d_])(?:aber|als|am|auch|auf|bei|bis|das|dein|deine|deinen|der|die|du|dich|dir|ein|eine|einen|etwas|für|haben|hast|hat|ich|im|ist|jemand|kann|kannst|kein|keine|mehr|mit|nach|nicht|noch|nur|oder|schon|sich|sie|sind|und|uns|vom|von|wer|wir|wird|zu|zum|zur|über)(?![\p{L}\d_])/iu
/** A whole word with a letter that only German has here; a list of characters is no word. */
const germanLetters = /(?<![\p{L}\]\d_-])(?=\p{L}{3})\p{L}*[äöüßÄÖÜ]\p{L}*(?![\p{L}\d[-])/u
/** `'Spam'`, `'Staffel '`, `'Mitglied_'`: a name or a word for people; keys and values are written small. */
const beginsAsText = /^[„[(]?\p{Lu}\p{Ll}+(?=[ .!?…_“\])]|$)/u

/** Literals that people would read, with their lines. Comments of objects, and messages to operators, are for others. */
export async function germanTexts(code: string, line = 1): Promise<{ line: number; text: string }[]> {
  const tokens = await tokensOf(code, line)
  return tokens
    .filter(({ kind }, at) => kind === 'SCONST' && !/^(?:warning|notice)$/i.test(tokens[at - 1]?.text ?? ''))
    .map(({ text, line: at }) => ({ line: at, text: text.slice(text.indexOf("'") + 1, -1).replaceAll("''", "'") }))
    .filter(({ text }) => germanWords.test(text) || germanLetters.test(text) || beginsAsText.test(text))
}
