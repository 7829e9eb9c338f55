/** One statement of a file: its text without the semicolon, and the line (from 1) on which it begins. */
export type SqlStatement = { text: string; line: number }

/** The end of what begins at `at` and hides semicolons: comment, quoted text, quoted name, dollar quote. */
function hiddenUntil(sql: string, at: number): number | undefined {
  const two = sql.slice(at, at + 2)
  if (two === '--') return indexOrEnd(sql, '\n', at)
  if (two === '/*') return blockCommentEnd(sql, at)
  const char = sql[at]
  if (char === "'") return quoteEnd(sql, at, "'", /[eE]/.test(sql[at - 1] ?? '') && !/\w/.test(sql[at - 2] ?? ''))
  if (char === '"') return quoteEnd(sql, at, '"', false)
  if (char !== '$' || /[\w$]/.test(sql[at - 1] ?? '')) return undefined
  const tag = /^\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/.exec(sql.slice(at, at + 70))?.[0]
  return tag ? indexOrEnd(sql, tag, at + tag.length, tag.length) : undefined
}

function indexOrEnd(sql: string, needle: string, from: number, skip = 1): number {
  const at = sql.indexOf(needle, from)
  return at < 0 ? sql.length : at + skip
}

/** PostgreSQL nests block comments. */
function blockCommentEnd(sql: string, from: number): number {
  let depth = 0
  for (let at = from; at < sql.length; at++) {
    const two = sql.slice(at, at + 2)
    if (two === '/*') depth++
    if (two === '*/') depth--
    if (two === '/*' || two === '*/') at++
    if (depth === 0) return at + 1
  }
  return sql.length
}

function quoteEnd(sql: string, from: number, quote: string, escapes: boolean): number {
  for (let at = from + 1; at < sql.length; at++) {
    if (escapes && sql[at] === '\\') at++
    else if (sql[at] === quote && sql[at + 1] === quote) at++
    else if (sql[at] === quote) return at + 1
  }
  return sql.length
}

/** Where the statement itself begins: after blanks and comments. */
function firstCode(sql: string, from: number, to: number): number {
  let at = from
  while (at < to) {
    const two = sql.slice(at, at + 2)
    if (/\s/.test(sql[at] ?? '')) at++
    else if (two === '--' || two === '/*') at = hiddenUntil(sql, at) ?? to
    else return at
  }
  return to
}

/**
 * Splits a migration into its statements, as Supabase's CLI records them. `begin atomic` bodies are not known: write
 * function bodies in dollar quotes.
 */
export function sqlStatements(sql: string): SqlStatement[] {
  const statements: SqlStatement[] = []
  let start = 0
  const push = (end: number) => {
    const code = firstCode(sql, start, end)
    if (code < end) statements.push({ text: sql.slice(start, end).trim(), line: sql.slice(0, code).split('\n').length })
    start = end + 1
  }
  for (let at = 0; at < sql.length; ) {
    const hidden = hiddenUntil(sql, at)
    if (hidden !== undefined) at = hidden
    else if (sql[at++] === ';') push(at - 1)
  }
  push(sql.length)
  return statements
}
