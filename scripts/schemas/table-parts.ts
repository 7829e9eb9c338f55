/** The parts of a `create table`, for adding one of them to a table that is there. */
import { scan } from 'libpg-query'

/** Text of each column and constraint of a `create table`, without the comments around it, in order. */
export async function tableParts(code: string): Promise<string[]> {
  const bytes = Buffer.from(code)
  const { tokens } = await scan(code)
  const parts: string[] = []
  let depth = 0
  let start: number | undefined
  let end = 0
  const finish = () => {
    if (start !== undefined) parts.push(bytes.subarray(start, end).toString())
    start = undefined
  }
  for (const token of tokens) {
    if (token.tokenName === 'SQL_COMMENT' || token.tokenName === 'C_COMMENT') continue
    if (token.text === ')' && --depth === 0) {
      finish()
      return parts
    }
    if (token.text === ',' && depth === 1) finish()
    else if (depth >= 1) {
      start ??= token.start
      end = token.end
    }
    if (token.text === '(') depth++
  }
  return parts
}

/** The text of a column, `name type …`. */
export const columnPart = (parts: readonly string[], column: string): string | undefined =>
  parts.find((part) => part.split(/\s/, 1)[0]?.replaceAll('"', '') === column)
