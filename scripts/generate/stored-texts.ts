/**
 * The second half of `npm run words` (notification-words.ts): writes supabase/schemas/00_platform/stored_texts.sql, the texts that the database writes into rows,
 * mails and answers, from domain/src/text/stored-texts.ts.
 */
import fs from 'node:fs'
import path from 'node:path'
import { unknownName } from '@hot/domain/star/name'
import {
  calendarTexts,
  commentTexts,
  concernTexts,
  formatTexts,
  importTexts,
  memberTexts,
  moderationTexts,
  postTexts,
  starTexts,
  textTexts,
} from '@hot/domain/text/stored-texts'

const nouns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  comment: commentTexts,
  calendar: calendarTexts,
  concern: concernTexts,
  format: formatTexts,
  import: importTexts,
  member: memberTexts,
  moderation: moderationTexts,
  post: postTexts,
  star: { ...starTexts, unknown: unknownName },
  text: textTexts,
}

/** Every text by `noun.name`, as SQL names it. */
export const storedTexts: ReadonlyMap<string, string> = new Map(
  Object.entries(nouns).flatMap(([noun, texts]) =>
    Object.entries(texts).map(([name, text]) => [`${noun}.${name}`, text] as const),
  ),
)

const file = path.join(import.meta.dirname, '../../supabase/schemas/00_platform/stored_texts.sql')
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** The SQL of `private.stored_text()`. */
export const storedTextsSql = (texts: ReadonlyMap<string, string>): string => `\
-- Texts that the database writes --------------------------------------------------------------------------------------

-- Written by \`npm run words\` from domain/src/text/stored-texts.ts; edit there.

create function private.stored_text(which text, variadic told text[] default '{}') returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- Nothing is said of what is not known, as with ||.
  if array_position(told, null) is not null then return null; end if;
  return format(case which
${[...texts].map(([name, text]) => `    when ${quoted(name)} then ${quoted(text)}`).join('\n')}
  end, variadic told);
end $$;
comment on function private.stored_text(text, text[]) is 'A text of domain/src/text/stored-texts.ts, filled in; null for an unknown name, or when something is to be filled in that is null.';
grant execute on function private.stored_text(text, text[]) to anon, authenticated, service_role;
`

/** Writes the file. Of a check: whether it is as it would be written, and nothing is written. */
export function writeStoredTexts(isCheck: boolean): boolean {
  const sql = storedTextsSql(storedTexts)
  if (isCheck) return fs.readFileSync(file, 'utf8') === sql
  fs.writeFileSync(file, sql)
  return true
}
