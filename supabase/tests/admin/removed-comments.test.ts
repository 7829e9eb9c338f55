import { removedCommentsPage } from '@hot/domain/contract/admin/reports'
import { takenBack } from '@hot/domain/contract/admin/users'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const listed = async (t: Harness, args = '', person: Person = 'moderator') =>
  removedCommentsPage.parse(
    (await t.as(person, `select public.admin_removed_comments_page(${args}) as page`)).rows[0]?.page,
  )
const wrote = async (t: Harness, person: 'member' | 'moderator', content: string) =>
  String(
    (
      await t.owner('insert into public.comments (post_id, author_id, content) values ($1, $2, $3) returning id', [
        w.discussion,
        people[person],
        content,
      ])
    ).rows[0]?.id,
  )
const remove = (t: Harness, ids: readonly string[], person: Person = 'moderator') =>
  t.as(person, `select public.admin_remove_comments($1, 'Werbung oder Spam.')`, [ids])
const restore = (t: Harness, id: string | null, person: Person = 'admin') =>
  t.attempt(person, `select public.admin_take_back($1, 'Das war ein Irrtum.') as answer`, [id])

test(
  'a removed comment lies in the archive with its text and reason, and an admin puts it back where it stood',
  harness(async (t) => {
    const id = await wrote(t, 'member', 'Kauft meine Kette')
    await remove(t, [id])
    const [item] = (await listed(t)).items
    expect(item).toMatchObject({
      id,
      text: 'Kauft meine Kette',
      author_name: 'tvnudel',
      reason: 'Werbung oder Spam.',
      removed_by_name: 'lagerwache',
      state: 'restorable',
      post: { id: w.discussion },
    })
    expect((await restore(t, item?.decision_id ?? null, 'moderator')).error?.code).toBe('42501')
    takenBack.parse((await restore(t, item?.decision_id ?? null)).rows?.[0]?.answer)
    expect(await t.value('select content from public.comments where id = $1', [id])).toBe('Kauft meine Kette')
    expect((await listed(t)).items).toEqual([])
    expect((await restore(t, item?.decision_id ?? null)).error?.hint).toBe('not_liftable')
  }),
)

test(
  'what cannot be restored says why',
  harness(async (t) => {
    const [old, appealed, fresh] = [
      await wrote(t, 'member', 'alt'),
      await wrote(t, 'member', 'strittig'),
      await wrote(t, 'member', 'neu'),
    ]
    const own = await wrote(t, 'moderator', 'vom Team')
    await remove(t, [old, appealed, fresh])
    await remove(t, [own], 'admin')
    await t.owner(
      `update public.moderation_actions set created_at = now() - interval '31 days' where target_comment_id = '${old}'`,
    )
    await t.owner(
      `update private.removed_comments set removed_at = now() - interval '31 days' where comment_id = '${old}'`,
    )
    const decision = (await listed(t)).items.find(({ id }) => id === appealed)?.decision_id
    await t.as('member', `select public.file_appeal('${decision}', 'Das war keine Werbung, sondern ein Witz.')`)
    const states = Object.fromEntries((await listed(t)).items.map(({ text, state }) => [text, state]))
    expect(states).toEqual({ alt: 'expired', strittig: 'appealed', neu: 'restorable', 'vom Team': 'own' })
  }),
)

test(
  'it is searched by words and read to its end; what its author deleted does not lie there',
  harness(async (t) => {
    const ids: string[] = []
    for (let n = 0; n < 7; n += 1) ids.push(await wrote(t, 'member', `Kauft Kette ${n}`))
    await t.as('member', `delete from public.comments where id = '${await wrote(t, 'member', 'Selbst gelöscht')}'`)
    await remove(t, ids)
    const read: string[] = []
    let after: string | null = null
    do {
      const page: Awaited<ReturnType<typeof listed>> = await listed(
        t,
        `p_limit => 3, p_after => ${after ? `'${after}'` : 'null'}`,
      )
      read.push(...page.items.map(({ id }) => id))
      after = page.next
    } while (after)
    expect(read).toHaveLength(7)
    expect(new Set(read)).toEqual(new Set(ids))
    expect((await listed(t, `p_query => 'KETTE 3'`)).items.map(({ text }) => text)).toEqual(['Kauft Kette 3'])
    expect((await listed(t, `p_query => '100%'`)).items).toEqual([])
  }),
)
