import { concernNameMax, concernTextMax } from '@hot/domain/concern/form'
import {
  appealMessageMax,
  caseNoteMax,
  caseQuestionMax,
  reportDetailsMax,
  reporterNameMax,
} from '@hot/domain/moderation/report-rules'
import { commentMax, pollOptionMax, postContentMax, postSourceUrlMax, postTitleMax } from '@hot/domain/post/limits'
import { statementMax, statementSpeakerMax } from '@hot/domain/post/statement-form'
import { starProofMax } from '@hot/domain/star/door-form'
import { beforeAll, expect, test } from 'vitest'
import { constants } from '../../../tests/support/figures/constants.ts'
import { useHarness } from '../support/harness.ts'

const concern = constants('domain/src/concern/form.ts')

/** Texts that are refused early by length, and once more by the column they end in: the hint, the figure of domain, the columns. */
const lengths: Readonly<Record<string, readonly [figure: number, ...columns: string[]]>> = {
  'comment.comment_length': [commentMax, 'comments.content', 'private.held_comments.content'],
  'moderation.details_length': [reportDetailsMax, 'reports.details', 'private.concerns.content'],
  'moderation.email_invalid': [concern('emailMax'), 'reports.reporter_email', 'private.concerns.email'],
  'moderation.message_length': [appealMessageMax, 'appeals.message'],
  'moderation.name_missing': [reporterNameMax, 'reports.reporter_name', 'private.concerns.name'],
  'moderation.note_length': [caseNoteMax, 'private.case_notes.content'],
  'moderation.page_invalid': [concern('pageMax'), 'private.concerns.page'],
  'moderation.person_length': [concernNameMax, 'private.concerns.speaks_for'],
  'post.content_length': [postContentMax, 'community_posts.content'],
  'post.option_length': [pollOptionMax, 'poll_options.text'],
  'post.source_url_invalid': [postSourceUrlMax, 'post_rumors.source_url'],
  'post.speaker_length': [statementSpeakerMax, 'community_posts.statement_speaker', 'private.star_requests.speaker'],
  'post.statement_length': [statementMax, 'community_posts.statement', 'private.star_requests.content'],
  'post.title_length': [postTitleMax, 'community_posts.title'],
  'star.proof_length': [starProofMax, 'private.star_requests.content'],
}

/** Refused early, and cut, looked up or stored elsewhere than as it was typed: no column of its own length. */
const early = ['member.avatar_missing', 'url.url_invalid']

/** Numbers by hint, of every early refusal. */
const refused = new Map<string, Set<number>>()
const checks = new Map<string, string>()
const add = (hint: string, figure: string) => refused.set(hint, (refused.get(hint) ?? new Set()).add(Number(figure)))

const harness = useHarness()
beforeAll(
  harness(async (t) => {
    const { rows } = await t.owner(
      `select pg_get_functiondef(p.oid) as code from pg_proc p
       where p.prokind = 'f' and p.pronamespace in ('private'::regnamespace, 'public'::regnamespace)`,
    )
    for (const { code } of rows) {
      const said = String(code)
      const usual = /longest integer DEFAULT (\d+)/.exec(said)?.[1]
      for (const [, figure = '', hint = ''] of said.matchAll(/require_short\([^;]*?, (\d+|longest), '([\w.]+)'\)/g))
        add(hint, figure === 'longest' ? (usual ?? '') : figure)
      const again = /char_length\([^;]*?(?:> |between \d+ and )(\d+)[^;]*?then\s+perform private\.refuse\('([\w.]+)'/g
      for (const [, figure = '', hint = ''] of said.matchAll(again)) if (hint in lengths) add(hint, figure)
    }
    const found = await t.owner(
      `select c.conrelid::regclass::text || '.' || a.attname as name, string_agg(pg_get_constraintdef(c.oid), ' ') as says
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
       where c.contype = 'c' group by 1`,
    )
    for (const { name, says } of found.rows) checks.set(String(name), String(says))
  }),
)

/** The numbers up to which a check lets a column be. */
function longest(column: string): number[] {
  const name = column.split('.').at(-1)
  const bound = new RegExp(`char_length\\((?:btrim\\()?"?${name}"?\\)+ <=\\s*(\\d+|CASE.*?END)`, 'gs')
  return [...(checks.get(column) ?? '').matchAll(bound)].flatMap(([, said = '']) =>
    (said.match(/\d+/g) ?? []).map(Number),
  )
}

test('every early refusal by length is compared with domain and with the column', () => {
  expect([...refused.keys()].filter((hint) => !early.includes(hint)).sort()).toEqual(Object.keys(lengths).sort())
})

test.each(Object.entries(lengths))('%s is refused and stored up to the same length', (hint, [figure, ...columns]) => {
  expect([...(refused.get(hint) ?? [])]).toEqual([figure])
  for (const column of columns) expect([column, longest(column)]).toEqual([column, expect.arrayContaining([figure])])
})

test('what shares a hint has one length', () => {
  expect([concernTextMax, concernNameMax]).toEqual([reportDetailsMax, reporterNameMax])
  expect(caseQuestionMax).toBeLessThanOrEqual(caseNoteMax)
})
