import { statementForm } from '@hot/domain/post/statement-form'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

type Given = { speaker?: string | null; text?: string | null; seen?: unknown; post?: string }
const publish = (t: Harness, given: Given = {}, person: Person = 'moderator') =>
  t.attempt(person, `select public.admin_set_statement($1, $2, $3, $4) ->> 'outcome' as outcome`, [
    given.post ?? w.rumor,
    given.seen ?? null,
    given.speaker === undefined ? 'Lina Morgentau' : given.speaker,
    given.text === undefined ? 'Das stimmt nicht.\nIch war nie da.' : given.text,
  ])
const stored = async (t: Harness) =>
  (
    await t.owner('select statement, statement_speaker, statement_at from public.community_posts where id = $1', [
      w.rumor,
    ])
  ).rows[0]
const page = async (t: Harness) => {
  const { rows } = await t.as(
    'guest',
    `select public.post_page(p.type, p.day::text, p.slug) as page from public.community_posts p where p.id = $1`,
    [w.rumor],
  )
  return rows[0]?.page as { statement: object | null; has_statement: boolean }
}

test(
  'everybody reads a statement with the post, until the team takes it away',
  harness(async (t) => {
    expect(await page(t)).toMatchObject({ statement: null, has_statement: false })
    expect((await publish(t)).rows?.[0]?.outcome).toBe('done')
    const { statement_at: at } = (await stored(t)) ?? {}
    expect(await page(t)).toMatchObject({
      has_statement: true,
      statement: { speaker: 'Lina Morgentau', text: 'Das stimmt nicht.\nIch war nie da.' },
    })
    expect((await publish(t, { text: 'Ein zweiter Versuch' })).rows?.[0]?.outcome).toBe('changed')
    expect((await publish(t, { text: ' ', speaker: '', seen: at })).rows?.[0]?.outcome).toBe('done')
    expect(await page(t)).toMatchObject({ statement: null, has_statement: false })
    const log = await t.owner(
      `select details ->> 'speaker' as speaker from public.admin_actions where action_type = 'set_statement' order by created_at`,
    )
    expect(log.rows.map(({ speaker }) => speaker)).toEqual(['Lina Morgentau', null])
  }),
)

test.each([
  ['a usual one', {}],
  ['text to clean', { speaker: ' Li\u202ena ', text: ' a\r\nb\u202e ' }],
  ['the longest one', { speaker: 'x'.repeat(100), text: 'ä'.repeat(2000) }],
  ['a name of one letter', { speaker: 'L' }],
  ['no name', { speaker: ' \u200b ' }],
  ['a long name', { speaker: 'x'.repeat(101) }],
  ['a long text', { text: 'x'.repeat(2001) }],
] as [string, Given][])('%s: form and database agree', (_, given) =>
  harness(async (t) => {
    const typed = { speaker: given.speaker ?? 'Lina', text: given.text ?? 'Nein.' }
    const form = statementForm.safeParse(typed)
    const { error } = await publish(t, typed)
    expect(error === undefined, error?.message).toBe(form.success)
    const after = await stored(t)
    expect({ speaker: after?.statement_speaker, text: after?.statement }).toEqual(
      form.success ? form.data : { speaker: null, text: null },
    )
  })(),
)

test(
  'who wrote, voted or commented is told once; nobody else, and nobody of a second wording',
  harness(async (t) => {
    await t.as('member', 'insert into public.rumor_votes (post_id, vote) values ($1, $2)', [w.rumor, 'agree'])
    await t.owner('delete from public.notifications')
    await publish(t)
    await t.settled()
    await publish(t, { text: 'Noch einmal anders.', seen: (await stored(t))?.statement_at })
    await t.settled()
    const { rows } = await t.owner(
      `select user_id, message, data ->> 'speaker' as speaker from public.notifications where type = 'statement_published'`,
    )
    expect(rows.filter(({ user_id }) => user_id === people.member)).toHaveLength(1)
    expect(rows.map(({ user_id }) => user_id)).toContain(people.other)
    expect(rows[0]).toMatchObject({
      speaker: 'Lina Morgentau',
      message: expect.stringMatching(/gibt es eine Stellungnahme von Lina Morgentau\.$/),
    })
  }),
)

test(
  'nobody answers below their own post, and no client writes it past the RPC',
  harness(async (t) => {
    await t.owner(`update public.community_posts set author_id = $1 where id = $2`, [people.moderator, w.rumor])
    expect((await publish(t)).rows?.[0]?.outcome).toBe('own')
    for (const person of ['member', 'moderator', 'admin'] as const)
      expect(
        (await t.attempt(person, `update public.community_posts set statement = 'x' where id = '${w.rumor}'`)).error
          ?.code,
      ).toBe('42501')
  }),
)

test(
  'a deleted post that is restored has its statement again',
  harness(async (t) => {
    await publish(t)
    await t.as('admin', `select private.delete_post_as_staff('${w.rumor}', 'Versehen')`)
    await t.owner(
      `select private.restore_post(a.id, 'Doch da') from public.archived_posts a where a.post_id = '${w.rumor}'`,
    )
    expect(await stored(t)).toMatchObject({ statement_speaker: 'Lina Morgentau' })
  }),
)
