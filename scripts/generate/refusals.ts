/**
 * `npm run refusals`: writes supabase/schemas/00_platform/refusals.sql, the sentences of refusals as the database sends them,
 * from domain/src/<noun>/refusals.ts. `--check` fails when the file is stale.
 */
import fs from 'node:fs'
import path from 'node:path'
import { authSentences } from '@hot/domain/auth/refusals'
import { calendarSentences } from '@hot/domain/calendar/refusals'
import { commentSentences } from '@hot/domain/comment/refusals'
import { formatSentences } from '@hot/domain/format/refusals'
import { importSentences } from '@hot/domain/import/import-report'
import { memberSentences } from '@hot/domain/member/refusals'
import { moderationSentences } from '@hot/domain/moderation/refusals'
import { networkSentences } from '@hot/domain/network/refusals'
import { newsSentences } from '@hot/domain/news/refusals'
import { notificationSentences } from '@hot/domain/notification/refusals'
import { postSentences } from '@hot/domain/post/refusals'
import { settingsSentences } from '@hot/domain/settings/settings-form'
import { starSentences } from '@hot/domain/star/refusals'
import { urlSentences } from '@hot/domain/url/web-address'

const nouns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  auth: authSentences,
  calendar: calendarSentences,
  comment: commentSentences,
  format: formatSentences,
  import: importSentences,
  member: memberSentences,
  moderation: moderationSentences,
  network: networkSentences,
  news: newsSentences,
  notification: notificationSentences,
  post: postSentences,
  settings: settingsSentences,
  star: starSentences,
  url: urlSentences,
}

/** Every sentence by `noun.hint` or `noun.hint.case`, as SQL names it. */
export const refusalSentences: ReadonlyMap<string, string> = new Map(
  Object.entries(nouns).flatMap(([noun, sentences]) =>
    Object.entries(sentences).map(([hint, sentence]) => [`${noun}.${hint}`, sentence] as const),
  ),
)

const file = path.join(import.meta.dirname, '../../supabase/schemas/00_platform/refusals.sql')
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** The SQL of `private.refusal_text()`. */
export const refusalsSql = (sentences: ReadonlyMap<string, string>): string => `\
-- Sentences of refusals -----------------------------------------------------------------------------------------------

-- Written by \`npm run refusals\` from domain/src/*/refusals.ts; edit there.

create function private.refusal_text(which text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return case which
${[...sentences].map(([name, sentence]) => `    when ${quoted(name)} then ${quoted(sentence)}`).join('\n')}
  end;
end $$;
comment on function private.refusal_text(text) is 'A sentence of domain/src/*/refusals.ts, with %s for what is told; null for an unknown name.';
grant execute on function private.refusal_text(text) to anon, authenticated, service_role;
`

if (process.argv[1] === import.meta.filename) {
  const sql = refusalsSql(refusalSentences)
  if (!process.argv.includes('--check')) fs.writeFileSync(file, sql)
  else if (fs.readFileSync(file, 'utf8') !== sql) {
    console.error('supabase/schemas/00_platform/refusals.sql is stale: run npm run refusals')
    process.exit(1)
  }
}
