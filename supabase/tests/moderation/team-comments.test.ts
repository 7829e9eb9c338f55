import { removedComments, type TeamCommentsPage, teamCommentsPage } from '@hot/domain/contract/admin/reports'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const listed = async (t: Harness, args = '', person: 'moderator' | 'admin' = 'moderator'): Promise<TeamCommentsPage> =>
  teamCommentsPage.parse((await t.as(person, `select public.admin_comments_page(${args}) as page`)).rows[0]?.page)
const texts = async (t: Harness, args = '') => (await listed(t, args)).items.map(({ text }) => text)
const wrote = (
  t: Harness,
  person: Person & keyof typeof people,
  content: string,
  minutes = 0,
  post: string = w.discussion,
) =>
  t.owner(
    `insert into public.comments (post_id, author_id, content, created_at) values ($1, $2, $3, now() - make_interval(mins => $4)) returning id`,
    [post, people[person], content, minutes],
  )
const remove = (
  t: Harness,
  ids: readonly string[],
  reason: string | null = 'Werbung oder Spam.',
  person: Person = 'moderator',
) => t.attempt(person, 'select public.admin_remove_comments($1, $2) as answer', [ids, reason])

test(
  'comments that stand, latest first, by words, member, kind and time; pages have no gap',
  harness(async (t) => {
    await t.owner('delete from public.comments')
    await t.owner(`update public.profiles set created_at = now() - interval '1 year' where id = $1`, [people.other])
    await t.owner(`update public.profiles set created_at = now() where id = $1`, [people.member])
    await wrote(t, 'other', 'Der älteste', 60 * 24 * 8)
    await wrote(t, 'other', 'Schau auf https://werbung.example', 3)
    await wrote(t, 'member', 'Ganz neu hier, 100 % echt', 2)
    const reported = (await wrote(t, 'other', 'Das ist gemein', 1)).rows[0]?.id
    await t.as('member', `select public.report_content(null, 'comment', '${reported}', 'insult')`)
    expect(await texts(t)).toEqual(['Das ist gemein', 'Ganz neu hier, 100 % echt', 'Schau auf https://werbung.example'])
    expect(await texts(t, `p_days => 30`)).toHaveLength(4)
    expect(await texts(t, `p_days => 100000`)).toHaveLength(4)
    expect(await texts(t, `p_days => -5`)).toHaveLength(3)
    expect(await texts(t, `p_kind => 'links'`)).toEqual(['Schau auf https://werbung.example'])
    expect(await texts(t, `p_kind => 'new'`)).toEqual(['Ganz neu hier, 100 % echt'])
    expect(await texts(t, `p_kind => 'reported'`)).toEqual(['Das ist gemein'])
    expect(await texts(t, `p_query => 'GEMEIN das'`)).toEqual(['Das ist gemein'])
    expect(await texts(t, `p_query => '%'`)).not.toContain('Das ist gemein')
    expect(await texts(t, `p_author => 'COUCHkartoffel'`)).toHaveLength(2)
    expect(await texts(t, `p_author => 'niemand'`)).toEqual([])
    const first = await listed(t, `p_limit => 2`)
    expect(first.ids).toHaveLength(3)
    expect(first.items[0]).toMatchObject({
      reports: 1,
      author: { member: { nickname: 'couchkartoffel' } },
      is_own: false,
    })
    const second = await listed(t, `p_limit => 2, p_after => '${first.next}'`)
    expect(second).toMatchObject({ items: [{ text: 'Schau auf https://werbung.example' }], next: null, ids: null })
    await t.as('other', 'delete from public.comments where id = $1', [reported])
    expect(await texts(t)).toHaveLength(2)
  }),
)

test(
  'removing many is a decision about each: reason to the author, reports closed, appeal possible; one’s own and lost ones stay out',
  harness(async (t) => {
    const ids = []
    for (const n of [1, 2, 3]) ids.push(String((await wrote(t, 'member', `Kauft hier ${n}`)).rows[0]?.id))
    const own = String((await wrote(t, 'moderator', 'Mein eigener')).rows[0]?.id)
    await t.as('other', `select public.report_content(null, 'comment', '${ids[0]}', 'spam')`)
    const gone = '00000000-0000-4000-8000-00000000dead'
    const { rows } = await remove(t, [...ids, ids[0] ?? '', own, gone])
    expect(removedComments.parse(rows?.[0]?.answer)).toEqual({ removed: 3, skipped: 2 })
    const left = await t.owner('select content from public.comments where id = any($1) and deleted_at is null', [
      [...ids, own],
    ])
    expect(left.rows).toEqual([{ content: 'Mein eigener' }])
    const told = await t.as('member', `select message from public.notifications where type = 'warning'`)
    expect(told.rows).toHaveLength(3)
    expect(told.rows[0]?.message).toContain('Grund: Werbung oder Spam.')
    expect(await t.value(`select count(*)::int from public.reports where status = 'pending'`)).toBe(0)
    expect(await t.value('select count(*)::int from private.removed_comments where comment_id = any($1)', [ids])).toBe(
      3,
    )
    expect(removedComments.parse((await remove(t, ids)).rows?.[0]?.answer)).toEqual({ removed: 0, skipped: 3 })
  }),
)

test(
  'without a reason, and for more than 200, nothing is removed',
  harness(async (t) => {
    for (const reason of [null, '', ' \u200b '])
      expect((await remove(t, [w.comment], reason)).error?.hint).toBe('reason_required')
    const many = Array.from({ length: 201 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)
    expect((await remove(t, many)).error?.hint).toBe('row_count')
    expect((await remove(t, [w.comment], 'Grund', 'member')).error?.code).toBe('42501')
  }),
)

test(
  'what a colleague is deciding about stays',
  harness(async (t) => {
    await t.as('admin', `select public.admin_claim_case('comment', '${w.comment}')`)
    expect(removedComments.parse((await remove(t, [w.comment])).rows?.[0]?.answer)).toEqual({ removed: 0, skipped: 1 })
  }),
)
