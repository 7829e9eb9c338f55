import fs from 'node:fs'
import path from 'node:path'
import { groundTitles } from '@hot/domain/moderation/grounds'
import { reportReasonTexts } from '@hot/domain/moderation/report-rules'
import { notificationTypes } from '@hot/domain/notification/types'
import {
  accountDeletion,
  effects,
  reactionEmojis,
  reasons,
  reportOutcome,
  reportThings,
  withdrawn,
} from '@hot/domain/notification/words'
import { titleMarks } from '@hot/domain/post/kinds'
import { factsIn, type Part, type Template, templateOf } from '@hot/domain/text/template'
import { writeStoredTexts } from './stored-texts.ts'

/** A text as SQL. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const factIn = (facts: string, name: string): string =>
  name.includes('.') ? `${facts} #>> '{${name.replaceAll('.', ',')}}'` : `${facts} ->> '${name}'`

/** An expression that ends a sentence, unless it ends itself; as `ended` of domain. */
const endedInSql = (expression: string): string => `regexp_replace(${expression}, '([^.!?…])$', '\\1.')`

/** The SQL that fills a template as `filled` of domain does, with the facts of the jsonb that `facts` names. */
const sqlOf = (written: string, facts: string): string => joined(templateOf(written), facts)

function joined(parts: Template, facts: string): string {
  const terms = parts.map((part) => termOf(part, facts))
  return terms.length < 2 ? (terms[0] ?? "''") : `concat(${terms.join(', ')})`
}

function termOf(part: Part, facts: string): string {
  switch (part.kind) {
    case 'text':
      return quoted(part.text)
    case 'fact':
      return part.ended ? endedInSql(factIn(facts, part.name)) : factIn(facts, part.name)
    case 'optional': {
      const given = factsIn(part.parts).map((name) => `${factIn(facts, name)} <> ''`)
      return given.length > 0
        ? `case when ${given.join(' and ')} then ${joined(part.parts, facts)} end`
        : joined(part.parts, facts)
    }
    case 'each':
      return `(select string_agg(${joined(part.parts, 'e.item')}, '' order by e.place) from jsonb_array_elements(${facts} -> '${part.name}') with ordinality e (item, place))`
    case 'choice': {
      const options = part.options.map(([value, parts]) => `when ${quoted(value)} then ${joined(parts, facts)}`)
      const otherwise = part.otherwise.length > 0 ? ` else ${joined(part.otherwise, facts)}` : ''
      return `case coalesce(${factIn(facts, part.name)}, '') ${options.join(' ')}${otherwise} end`
    }
  }
}

/** A function of one text whose answers are a list of domain; `otherwise` answers for all others, else they have none. */
function listFunction(given: {
  name: string
  argument: string
  texts: Readonly<Record<string, string>>
  otherwise?: string
  comment: string
  readers?: string
}): string {
  const { name, argument, texts, otherwise, comment, readers } = given
  const options = Object.entries(texts).map(([value, text]) => `    when ${quoted(value)} then ${quoted(text)}`)
  return `create function private.${name}(${argument} text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case ${argument}
${options.join('\n')}${otherwise === undefined ? '' : `\n    else ${quoted(otherwise)}`} end
$$;
comment on function private.${name}(text) is ${quoted(comment)};
${readers ? `grant execute on function private.${name}(text) to ${readers};\n` : ''}`
}

/** Writes the SQL of what domain says about notifications; `--check` only compares. */
const file = path.join(import.meta.dirname, '../../supabase/schemas/70_notification/words.sql')
const kinds = Object.entries(notificationTypes)

const wordsOf = (kind: string, title: string, message: string) => `    when '${kind}' then
      title := ${sqlOf(title, 'f')};
      message := ${endedInSql(sqlOf(message, 'f'))};`

const words = `create function private.notification_words(kind text, f jsonb, out title text, out message text)
language plpgsql stable parallel safe set search_path = '' as $$
begin
  case kind
${[...kinds.map(([type, { title, text, message }]) => wordsOf(type, title, message ?? text)), wordsOf('withdrawn', withdrawn.title, withdrawn.message)].join('\n')}
    else null;
  end case;
end $$;
comment on function private.notification_words(text, jsonb) is 'Title and message of a notification with these facts; withdrawn: of one whose causes are gone.';
`

// plpgsql keeps the plan: as sql it would be made anew for each row whose type is checked.
const types = `create function private.notification_types() returns table (place integer, type text, changeable boolean, usual text, of_post boolean, of_team boolean)
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return query values
${kinds.map(([type, { alwaysOn, usual, ofPost, teamOnly }], at) => `    (${at + 1}, '${type}', ${!alwaysOn}, '${usual ?? 'push'}', ${ofPost ?? false}, ${teamOnly ?? false})`).join(',\n')};
end $$;
comment on function private.notification_types() is
  'Types of notifications, in the order of the settings. changeable: can be switched off; usual: where it goes until the member chooses (push, app, off); of_post: what is chosen for a post counts before what is chosen for the type; of_team: for the team only.';
grant execute on function private.notification_types() to authenticated, service_role;
`

const others = [
  listFunction({
    name: 'report_reason_text',
    argument: 'reason',
    texts: reportReasonTexts,
    comment: 'What a reason of reports is called in mails.',
    readers: 'anon, authenticated, service_role',
  }),
  listFunction({
    name: 'report_thing',
    argument: 'target_type',
    texts: reportThings,
    otherwise: 'Profil',
    comment: 'What was reported, in a sentence.',
  }),
  `create function private.outcome_of_report(f jsonb) returns text
language sql stable strict parallel safe set search_path = '' as $$
  select ${sqlOf(reportOutcome, 'f')}
$$;
comment on function private.outcome_of_report(jsonb) is
  'Outcome of a report {target_type, outcome: ignored, deleted, acted, gone, rule}, as a text for the reporter. Says nothing about the author''s record.';
`,
  `create function private.account_deletion_text(f jsonb) returns text
language sql stable strict parallel safe set search_path = '' as $$
  select ${sqlOf(accountDeletion, 'f')}
$$;
comment on function private.account_deletion_text(jsonb) is
  'Why the team has deleted an account, as a text for whoever had it: {nickname, reason, wished, rule, reported, origin, banned_until, for_good}.';
`,
  listFunction({
    name: 'ground_title',
    argument: 'ground',
    texts: groundTitles,
    comment: 'What a decision rests on: the heading of a chapter of the community guidelines, or a law.',
  }),
  listFunction({
    name: 'effect_text',
    argument: 'effect',
    texts: effects,
    comment: 'What it did to take a decision back, as a sentence for the member.',
  }),
  listFunction({
    name: 'reason_text',
    argument: 'reason',
    texts: reasons,
    comment: 'A reason that nobody writes.',
  }),
  listFunction({
    name: 'reaction_emoji',
    argument: 'reaction',
    texts: { heart: reactionEmojis.heart },
    otherwise: reactionEmojis.poop,
    comment: 'Emoji of a reaction.',
  }),
  listFunction({
    name: 'title_mark',
    argument: 'rumor_status',
    texts: titleMarks,
    comment: 'What stands before the title of a rumor wherever no badge stands beside it.',
  }),
]

const written = [
  '-- Written by `npm run words` from domain/src/notification: edit there. ---------------------------------------------------\n',
  types,
  words,
  ...others,
].join('\n')

const isCheck = process.argv.includes('--check')
if (!isCheck) fs.writeFileSync(file, written)
const isFresh = fs.readFileSync(file, 'utf8') === written
if (!writeStoredTexts(isCheck) || !isFresh) {
  console.error('The texts for people in supabase/schemas are stale: run npm run words')
  process.exit(1)
}
