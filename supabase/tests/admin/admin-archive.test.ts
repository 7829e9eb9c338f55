import * as wire from '@hot/domain/contract/admin/posts'
import { postPage } from '@hot/domain/contract/post'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'
import { fillWithLife, stateOf } from './post-life.ts'

const harness = useHarness(createWorld)

const answer = async (t: Harness, person: Person, sql: string) =>
  (await t.as(person, `select ${sql} as answer`)).rows[0]?.answer
const refusal = async (t: Harness, person: Person, sql: string) =>
  (await t.attempt(person, `select ${sql}`)).error?.hint
const versionOf = (post: string) => `(select updated_at from public.community_posts where id = '${post}')`
const edit = (post: string, sets: string) =>
  `public.admin_edit_post('${post}', ${versionOf(post)}, ${sets}, p_reason => 'Klarname entfernt.')`
const rumor = (args: string, version = `(select updated_at from public.post_rumors where post_id = '${w.rumor}')`) =>
  `public.admin_set_rumor_status('${w.rumor}', ${version}, ${args})`
const remove = (t: Harness, post: string) =>
  t.as(
    'moderator',
    `select public.admin_decide_posts(array['${post}'::uuid], array[${versionOf(post)}], 'delete', 'Spam.')`,
  )
const archive = async (t: Harness, args = '') =>
  wire.adminArchivePage.parse(await answer(t, 'moderator', `public.admin_archive_page(${args})`)).items
const restore = async (t: Harness, id: string | undefined, person: Person = 'admin') =>
  wire.restoreOutcome.parse(await answer(t, person, `public.admin_restore_post('${id}', 'Versehentlich gelöscht.')`))

test.each([
  ['a discussion with a thread whose first comment was deleted', w.discussion],
  ['a confirmed rumor with votes', w.rumor],
  ['a poll with votes', w.poll],
  ['a post that nobody has approved', w.pendingPost],
])('%s is restored unchanged', (_, post) =>
  harness(async (t) => {
    await fillWithLife(t)
    const before = await stateOf(t, post)
    await remove(t, post)
    expect(await stateOf(t, post)).toEqual([])
    const [archived] = await archive(t)
    expect(archived).toMatchObject({
      post_id: post,
      reason: 'Spam.',
      by_author: false,
      archived_by_name: 'lagerwache',
      state: 'restorable',
    })
    expect(await restore(t, archived?.id)).toMatchObject({ outcome: 'done' })
    expect(await stateOf(t, post)).toEqual(before)
    const actions = await t.owner(
      `select action from public.moderation_actions where target_post_id = '${post}' order by action`,
    )
    expect(actions.rows.map(({ action }) => action)).toEqual(['deleted', 'restored'])
  })(),
)

test(
  'only admins restore, once, within 30 days; a second one is told who was first',
  harness(async (t) => {
    await remove(t, w.discussion)
    const [archived] = await archive(t)
    expect(await refusal(t, 'moderator', `public.admin_restore_post('${archived?.id}', 'Grund')`)).toBe('not_allowed')
    expect(await refusal(t, 'admin', `public.admin_restore_post('${archived?.id}', '  ')`)).toBe('reason_required')
    await t.owner(`update public.archived_posts set archived_at = now() - interval '30 days'`)
    expect(await restore(t, archived?.id)).toMatchObject({ outcome: 'expired' })
    expect(await archive(t, `'restorable'`)).toEqual([])
    await t.owner(`update public.archived_posts set archived_at = now() - interval '29 days'`)
    await restore(t, archived?.id)
    const { rows } = await t.owner(
      'select restored_by, title_key = private.search_fold(title) as is_folded from public.archived_posts where id = $1',
      [archived?.id],
    )
    expect(rows).toEqual([{ restored_by: people.admin, is_folded: true }])
    const told = await t.owner(`select title, message, data from public.notifications where type = 'post_approved'`)
    expect(told.rows).toMatchObject([
      {
        title: 'Dein Beitrag ist wieder online',
        message: expect.stringMatching(/^Dein Beitrag „.*“ ist wieder online\.$/),
        data: { restored: true },
      },
    ])
    expect(await restore(t, archived?.id)).toMatchObject({ outcome: 'restored', by: 'chefin' })
    expect(await restore(t, w.fresh)).toMatchObject({ outcome: 'gone' })
    expect(await archive(t, `'restored', 'zieht dieses'`)).toMatchObject([{ restored_by_name: 'chefin' }])
    expect(await archive(t, `null, 'gibtsnicht'`)).toEqual([])
    // Deleted again immediately, by the author: a new copy, not the one that was restored.
    await t.as('other', `delete from public.community_posts where id = '${w.discussion}'`)
    expect((await archive(t)).map(({ state, by_author }) => ({ state, by_author }))).toContainEqual({
      state: 'restorable',
      by_author: true,
    })
  }),
)

test(
  'a slug taken meanwhile gets the end of the id, and deleted tags are not restored',
  harness(async (t) => {
    await remove(t, w.discussion)
    const [archived] = await archive(t)
    await t.owner(
      `insert into public.community_posts (title, type, status) values ('Wer zieht dieses Jahr ein?', 'discussion', 'approved')`,
    )
    await t.owner(`delete from public.stars where id = '${w.star}'`)
    await restore(t, archived?.id)
    const { rows } = await t.owner(`select tags, slug from public.community_posts where id = '${w.discussion}'`)
    expect(rows).toEqual([{ tags: [], slug: `wer-zieht-dieses-jahr-ein-${w.discussion.slice(-4)}` }])
  }),
)

test(
  'an edit by staff follows the rules for posts, keeps the status, moves the address, and is shown until the author edits again',
  harness(async (t) => {
    const done = await answer(
      t,
      'moderator',
      edit(w.rumor, `'Eine Kandidatin zieht ein', 'Ohne Namen.', array['${w.format}'::uuid]`),
    )
    expect(wire.postOutcome.parse(done).outcome).toBe('done')
    const { rows } = await t.owner(
      `select slug, day::text, status, staff_edited_by from public.community_posts where id = '${w.rumor}'`,
    )
    expect(rows).toMatchObject([
      { slug: 'eine-kandidatin-zieht-ein', status: 'approved', staff_edited_by: people.moderator },
    ])
    const page = async () =>
      postPage.parse(await answer(t, 'guest', `public.post_page('rumor', '${rows[0]?.day}', '${rows[0]?.slug}')`))
    expect(await page()).toMatchObject({ title: 'Eine Kandidatin zieht ein', tags: [{ kind: 'format' }] })
    expect((await page()).staff_edited_at).not.toBeNull()
    expect(await refusal(t, 'moderator', edit(w.rumor, `'Kurz', 'Text'`))).toBe('title_length')
    expect(await refusal(t, 'moderator', edit(w.rumor, `'Ein guter Titel', ''`))).toBe('content_missing')
    expect(await refusal(t, 'moderator', `public.admin_edit_post('${w.rumor}', now(), 'Ein guter Titel', 'x')`)).toBe(
      'reason_required',
    )
    expect(
      await answer(
        t,
        'admin',
        `public.admin_edit_post('${w.rumor}', 'epoch', 'Ein guter Titel', 'x', p_reason => 'y')`,
      ),
    ).toMatchObject({ outcome: 'changed' })
    const sourceOf = () => t.value(`select source_url from public.post_rumors where post_id = '${w.rumor}'`)
    await t.owner(`update public.post_rumors set source_url = 'https://pranger.example/' where post_id = '${w.rumor}'`)
    await answer(t, 'moderator', edit(w.rumor, `'Eine Kandidatin zieht ein', 'Mit Quelle.'`))
    expect(await sourceOf()).toBe('https://pranger.example/')
    await answer(t, 'moderator', edit(w.rumor, `'Eine Kandidatin zieht ein', 'Mit Quelle.', p_drop_source => true`))
    expect(await sourceOf()).toBeNull()
    const logged = await t.owner('select action_type, details from public.admin_actions')
    expect(logged.rows).toMatchObject([
      { action_type: 'edit_post', details: { reason: 'Klarname entfernt.', changed: ['title', 'content', 'tags'] } },
      { details: { changed: ['content', 'tags'] } },
      { details: { changed: ['source'] } },
    ])
    await t.owner(`update public.app_settings set auto_approve_after_posts = 1`)
    await t.as('other', `select public.update_post('${w.rumor}', 'Eine Kandidatin zieht ein', 'Doch mit Namen')`)
    expect(await t.value(`select staff_edited_at from public.community_posts where id = '${w.rumor}'`)).toBeNull()
  }),
)

test(
  'a rumor gets its status with reason and source; a second decision is refused; other posts have no status',
  harness(async (t) => {
    const first = await answer(
      t,
      'moderator',
      rumor(`'debunked', 'Der Sender widerspricht.', 'https://sender.example'`),
    )
    expect(first).toMatchObject({ outcome: 'done' })
    const second = await answer(t, 'admin', rumor(`'verified'`, `now() - interval '1 second'`))
    expect(second).toMatchObject({ outcome: 'decided', by: 'lagerwache' })
    const { rows } = await t.as(
      'guest',
      `select rumor_status, verification_reason, verification_source from public.post_rumors where post_id = '${w.rumor}'`,
    )
    expect(rows).toEqual([
      {
        rumor_status: 'debunked',
        verification_reason: 'Der Sender widerspricht.',
        verification_source: 'https://sender.example',
      },
    ])
    expect((await t.as('other', 'select type from public.notifications')).rows).toEqual([
      { type: 'rumor_status_update' },
    ])
    expect(await refusal(t, 'moderator', `public.admin_set_rumor_status('${w.poll}', now(), 'verified')`)).toBe(
      'not_a_rumor',
    )
    expect(await refusal(t, 'moderator', rumor(`'wahr'`))).toBe('unknown_action')
  }),
)
