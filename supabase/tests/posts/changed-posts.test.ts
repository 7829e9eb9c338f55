import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

/** `other` is the author of the posts of the world, and has several that are approved. */
const trust = (t: Harness) => t.owner('update public.app_settings set auto_approve_after_posts = 1')
const title = 'Mandy zieht ins Sommerhaus'
type Text = { title?: string; content?: string; source?: string | null; tags?: string[] }
const change = async (t: Harness, text: Text, post: string = w.rumor) =>
  (
    await t.as('other', 'select public.update_post($1, $2, $3, $4::uuid[], $5) as post', [
      post,
      text.title ?? title,
      text.content ?? 'Sagt die Nachbarin.',
      text.tags ?? [],
      text.source ?? null,
    ])
  ).rows[0]?.post as { status: string; revision: string | null }
const start = async (t: Harness) => {
  await t.owner(`update public.community_posts set content = 'Sagt die Nachbarin.' where id = '${w.rumor}'`)
  await trust(t)
}
const seen = (t: Harness) =>
  t.value(`select to_jsonb(r.updated_at) #>> '{}' from public.post_rumors r where post_id = '${w.rumor}'`)
const setStatus = async (t: Harness, status: string) =>
  t.as('moderator', `select public.admin_set_rumor_status('${w.rumor}', $1, $2, 'Stimmt.') as done`, [
    await seen(t),
    status,
  ])
const rumor = async (t: Harness) =>
  (
    await t.owner(
      `select rumor_status, verification_reason, recheck_at is not null as asks from public.post_rumors where post_id = '${w.rumor}'`,
    )
  ).rows[0]
const karma = (t: Harness) => t.value(`select karma from public.profiles where id = '${people.other}'`)
type Queued = {
  id: string
  status: string
  updated_at: string
  change: { kind: string; decided: string | null } | null
}
const queue = async (t: Harness) =>
  (await t.as('moderator', `select public.admin_posts_page('pending') -> 'items' as items`)).rows[0]?.items as Queued[]
const history = async (t: Harness, person: Person, post: string = w.rumor) =>
  (await t.as(person, `select public.post_history('${post}') as history`)).rows[0]?.history as {
    current: { title: string }
    version_of_choice: number | null
    versions: {
      id: number
      text: { title: string; content: string }
      status: string
      by_team: boolean
      is_public: boolean
      editor: string | null
    }[]
    revision: { status: string; reason: string | null; decision: { id: string } | null } | null
    revision_text: { content: string } | null
  } | null

const decided: [status: string, karma: number][] = [
  ['verified', 10],
  ['debunked', -5],
]
const changes: [what: string, text: Text][] = [
  ['title', { title: 'Klaus ist gar nicht ausgezogen' }],
  ['text', { content: 'Etwas ganz anderes.' }],
  ['source', { source: 'https://neu.example/' }],
]
test.each(decided.flatMap((one) => changes.map((two) => [...one, ...two] as const)))(
  'a rumor that is %s (%i karma) is open again once its %s changes, and the team is asked',
  (status, points, _, text) =>
    harness(async (t) => {
      await start(t)
      const before = Number(await karma(t))
      await setStatus(t, status)
      expect(await karma(t)).toBe(before + points)
      expect((await queue(t)).map(({ id }) => id)).toEqual([w.pendingPost])
      expect(await change(t, text)).toMatchObject({ status: 'approved', revision: null })
      expect(await rumor(t)).toEqual({ rumor_status: 'unverified', verification_reason: null, asks: true })
      expect(await karma(t)).toBe(before)
      const asked = (await queue(t)).find(({ id }) => id === w.rumor)
      expect(asked).toMatchObject({ status: 'approved', change: { kind: 'recheck', decided: status } })
      expect(await t.value(`select private.badge_count('posts')`)).toBe(2)
      // Whatever the team says, it is not asked again.
      await setStatus(t, 'unverified')
      expect((await queue(t)).map(({ id }) => id)).toEqual([w.pendingPost])
    })(),
)

test(
  'tags, and saving without a change, leave a status alone; staff who change a text reset it as authors do',
  harness(async (t) => {
    await start(t)
    await setStatus(t, 'verified')
    await change(t, {})
    expect(await t.value('select count(*)::int from private.post_versions')).toBe(0)
    expect(await t.value(`select edited_at from public.community_posts where id = '${w.rumor}'`)).toBeNull()
    await change(t, { tags: [w.star] })
    expect(await rumor(t)).toMatchObject({ rumor_status: 'verified', asks: false })
    const at = await t.value(`select updated_at::text from public.community_posts where id = '${w.rumor}'`)
    await t.as(
      'moderator',
      `select public.admin_edit_post('${w.rumor}', $1, 'Jemand zieht ein', 'Ohne Namen', '{}', 'Name')`,
      [at],
    )
    expect(await rumor(t)).toMatchObject({ rumor_status: 'unverified', asks: true })
    const { rows } = await t.as(
      'other',
      `select data ->> 'rumor_status' as status, data ->> 'reason' as reason
      from public.notifications where type = 'rumor_status_update' order by 1`,
    )
    expect(rows).toEqual([
      { status: 'unverified', reason: 'Der Text wurde geändert, das Team prüft ihn neu.' },
      { status: 'verified', reason: 'Stimmt.' },
    ])
  }),
)

test(
  'every version is there for author and staff, who of the team only for staff; what the team took out is there for nobody else',
  harness(async (t) => {
    await start(t)
    await setStatus(t, 'verified')
    await change(t, { content: 'Zweite Fassung' })
    const at = await t.value(`select updated_at::text from public.community_posts where id = '${w.rumor}'`)
    await t.as(
      'moderator',
      `select public.admin_edit_post('${w.rumor}', $1, '${title}', 'Dritte Fassung', '{}', 'Name')`,
      [at],
    )
    const nickname = await t.value(`select nickname from public.profiles where id = '${people.moderator}'`)
    expect((await history(t, 'moderator'))?.versions).toMatchObject([
      { text: { content: 'Zweite Fassung' }, status: 'unverified', by_team: true, editor: nickname },
      { text: { content: 'Sagt die Nachbarin.' }, status: 'verified', by_team: false },
    ])
    expect((await history(t, 'other'))?.versions.map(({ editor }) => editor)).toEqual([null, null])
    for (const who of ['member', 'guest'] as const) expect((await history(t, who))?.versions).toEqual([])
    const { rows } = await t.as(
      'guest',
      `select edited_at is not null as edited, staff_edited_at is not null as by_team
      from public.community_posts where id = '${w.rumor}'`,
    )
    expect(rows).toEqual([{ edited: true, by_team: true }])
    expect(
      (await t.as('other', 'select public.export_own_data() -> $1 -> $2 as rows', ['tables', 'private.post_versions']))
        .rows[0]?.rows,
    ).toHaveLength(2)
    await t.owner(
      `update private.post_versions set replaced_at = now() - interval '181 days' where content = 'Sagt die Nachbarin.'`,
    )
    await t.owner('select private.apply_retention()')
    expect((await history(t, 'other'))?.versions).toHaveLength(1)
    // A deleted post comes back with its versions; a deleted author takes them along.
    await t.as('moderator', `delete from public.community_posts where id = '${w.rumor}'`)
    await t.as('admin', `select public.admin_restore_post((select id from public.archived_posts), 'Versehen')`)
    expect((await history(t, 'admin'))?.versions).toHaveLength(1)
    await t.platform(`delete from auth.users where id = '${people.other}'`)
    expect(await t.value('select count(*)::int from private.post_versions')).toBe(0)
  }),
)

test(
  'those who voted are told of a changed rumor once a day, and not its author, who voted later or who does not want it',
  harness(async (t) => {
    await start(t)
    const vote = (person: Person) =>
      t.as(
        person,
        `insert into public.rumor_votes (post_id, vote) values ('${w.rumor}', 'agree') on conflict do nothing`,
      )
    for (const person of ['member', 'admin', 'other'] as const) await vote(person)
    await t.as('admin', `insert into public.notification_preferences (type, enabled) values ('rumor_changed', false)`)
    await t.settled()
    const told = async () => {
      await t.settled()
      return (
        await t.owner(`select p.nickname, n.message from public.notifications n join public.profiles p on p.id = n.user_id
          where n.type = 'rumor_changed' order by n.created_at`)
      ).rows
    }
    await change(t, { tags: [w.star] })
    expect(await told()).toEqual([])
    await change(t, { title: 'Mandy zieht doch nicht ein' })
    const [nickname, author] = [
      await t.value(`select nickname from public.profiles where id = '${people.member}'`),
      await t.value(`select nickname from public.profiles where id = '${people.other}'`),
    ]
    const first = {
      nickname,
      message: `${author} hat das Gerücht „Mandy zieht doch nicht ein“ geändert, über das du abgestimmt hast.`,
    }
    expect(await told()).toEqual([first])
    for (const n of [1, 2, 3]) await change(t, { title: `Werbung Nummer ${n}` })
    expect(await told()).toEqual([first])
    await t.owner(`update public.post_rumors set voters_told_at = now() - interval '25 hours'`)
    await t.owner(`update public.notifications set created_at = created_at - interval '25 hours'`)
    await change(t, { title: 'Am nächsten Tag' })
    expect(await told()).toHaveLength(2)
  }),
)

test(
  'a change of an approved post waits while the post stays: approved it replaces the text, rejected it does not',
  harness(async (t) => {
    await t.owner(
      `insert into public.rumor_votes (post_id, user_id, vote) values ('${w.rumor}', '${people.member}', 'agree')`,
    )
    await setStatus(t, 'verified')
    const published = async () =>
      (
        await t.as(
          'guest',
          `select content, rumor_status, edited_at is not null as edited from public.community_posts p
        join public.post_rumors r on r.post_id = p.id where p.id = '${w.rumor}'`,
        )
      ).rows
    const before = [{ content: '', rumor_status: 'verified', edited: false }]
    expect(await change(t, { content: 'Neu' })).toMatchObject({ status: 'approved', revision: 'pending' })
    expect(await published()).toEqual(before)
    expect((await t.as('other', `select public.own_post('${w.rumor}') ->> 'content' as content`)).rows).toEqual([
      { content: 'Neu' },
    ])
    expect(await history(t, 'member')).toMatchObject({ revision: null, revision_text: null, versions: [] })
    const decide = async (decision: string, reason: string | null, at?: string) => {
      const waiting = (await queue(t)).find(({ id }) => id === w.rumor)
      const { rows } = await t.as(
        'moderator',
        `select public.admin_decide_posts(array['${w.rumor}'::uuid], array[$1::timestamptz], $2, $3) #>> '{0,outcome}' as outcome`,
        [at ?? waiting?.updated_at, decision, reason],
      )
      return rows[0]?.outcome
    }
    const [old] = (await queue(t)).filter(({ id }) => id === w.rumor)
    expect(old?.change).toMatchObject({ kind: 'revision' })
    await t.undone(async () => {
      expect(await decide('approve', null)).toBe('done')
      expect(await published()).toEqual([{ content: 'Neu', rumor_status: 'unverified', edited: true }])
      expect(
        (
          await t.as(
            'other',
            `select type, data ->> 'revision' as revision from public.notifications where type like 'post_%'`,
          )
        ).rows,
      ).toEqual([{ type: 'post_approved', revision: 'true' }])
      expect(await decide('approve', null, old?.updated_at)).toBe('decided')
    })
    await change(t, { content: 'Noch neuer' })
    await t.owner(`update private.post_revisions set updated_at = updated_at + interval '1 second'`)
    expect(await decide('approve', null, old?.updated_at)).toBe('changed')
    expect(await decide('reject', 'Ohne Beleg')).toBe('done')
    expect(await published()).toEqual(before)
    expect(await t.value(`select count(*)::int from public.karma_events where reason = 'post_rejected'`)).toBe(0)
    const rejected = await history(t, 'other')
    expect(rejected?.revision).toMatchObject({ status: 'rejected', reason: 'Ohne Beleg' })
    expect((await queue(t)).map(({ id }) => id)).toEqual([w.pendingPost])
    await t.as('other', `select public.file_appeal($1, 'Doch, mit Beleg')`, [rejected?.revision?.decision?.id])
    await t.as('admin', `update public.appeals set status = 'overturned', decision_reason = 'Stimmt'`)
    expect(await published()).toEqual([{ content: 'Noch neuer', rumor_status: 'unverified', edited: true }])
    expect((await history(t, 'other'))?.revision).toBeNull()
  }),
)

test(
  'a change can be withdrawn by going back to what is published; of a poll that was voted on the answers stay',
  harness(async (t) => {
    await change(t, { content: 'Neu' })
    expect(await change(t, { content: '' })).toMatchObject({ revision: null })
    await t.as(
      'other',
      `select public.update_post('${w.poll}', 'Wer gewinnt die Staffel?', '', p_options => array['Mandy', 'Klaus'])`,
    )
    await t.as('member', `insert into public.poll_votes (post_id, option_id) values ('${w.poll}', '${w.option}')`)
    const [waiting] = (await queue(t)).filter(({ id }) => id === w.poll)
    await t.as(
      'moderator',
      `select public.admin_decide_posts(array['${w.poll}'::uuid], array[$1::timestamptz], 'approve')`,
      [waiting?.updated_at],
    )
    expect(
      (await t.owner(`select text from public.poll_options where post_id = '${w.poll}' order by position`)).rows,
    ).toEqual([{ text: 'Mandy' }, { text: 'Rico' }])
  }),
)

test(
  'a trusted author changes a post twenty times a day',
  harness(async (t) => {
    await start(t)
    for (let n = 0; n < 20; n++) await change(t, { content: `Fassung ${n}` })
    const { error } = await t.attempt('other', `select public.update_post('${w.rumor}', '${title}', 'Noch eine')`)
    expect(error?.hint).toBe('too_many_edits')
  }),
)

test(
  'a post that waits or was rejected is at its address for author and staff, with the decision to appeal',
  harness(async (t) => {
    const see = async (person: Person, slug = 'wartet-noch-auf-freigabe') =>
      (
        await t.as(
          person,
          `select public.unpublished_post('discussion', (select day::text from public.community_posts where id = '${w.discussion}'), '${slug}') as post`,
        )
      ).rows[0]?.post as Record<string, unknown> | null
    expect(await see('other')).toMatchObject({ status: 'pending', is_own: true, decision: null })
    expect(await see('other', w.pendingPost)).toMatchObject({ status: 'pending' })
    expect(await see('moderator')).toMatchObject({ status: 'pending', is_own: false })
    expect(await see('member')).toBeNull()
    expect(
      (await t.attempt('guest', `select public.unpublished_post('discussion', '2026-11-21', 'x')`)).error?.code,
    ).toBe('42501')
    await t.as(
      'moderator',
      `update public.community_posts set status = 'rejected', rejection_reason = 'Nein' where id = '${w.pendingPost}'`,
    )
    const rejected = await see('other')
    const id = await t.value(`select id::text from public.moderation_actions where target_post_id = '${w.pendingPost}'`)
    expect(rejected).toMatchObject({ status: 'rejected', rejection_reason: 'Nein', decision: { id, appeal: null } })
    const own = await t.as('other', `select public.own_posts() #> '{items}' as items`)
    expect(own.rows[0]?.items).toContainEqual(
      expect.objectContaining({ id: w.pendingPost, decision: { id, appeal: null } }),
    )
    await t.as('other', `select public.file_appeal($1, 'Doch')`, [id])
    expect(await see('other')).toMatchObject({ decision: { id, appeal: 'pending' } })
  }),
)

test(
  'an editor that was opened before somebody else changed the post replaces nothing unseen',
  harness(async (t) => {
    await start(t)
    const read = async () =>
      (await t.as('other', `select public.own_post('${w.rumor}') as post`)).rows[0]?.post as Record<
        string,
        string | null
      >
    const save = (content: string, seen: object | null) =>
      t.attempt('other', 'select public.update_post($1, $2, $3, $4::uuid[], $5, null, null, null, $6) as post', [
        w.rumor,
        title,
        content,
        [],
        null,
        seen,
      ])
    const asSeen = async () => {
      const post = await read()
      return { title: post.title, content: post.content, source_url: post.source_url ?? '', options: [] }
    }
    const opened = await asSeen()
    const version = (await t.as('moderator', `select updated_at from public.community_posts where id = '${w.rumor}'`))
      .rows[0]?.updated_at
    await t.as('moderator', `select public.admin_edit_post($1, $2, $3, 'Sagt jemand.', '{}', 'Name entfernt.')`, [
      w.rumor,
      version,
      title,
    ])
    expect((await save('Sagt die Nachbarin aus Nummer 5.', opened)).error?.hint).toBe('changed_meanwhile')
    expect((await read()).content).toBe('Sagt jemand.')
    // What stands there already contradicts nobody.
    expect((await save('Sagt jemand.', opened)).error).toBeUndefined()
    expect((await save('Sagt die Nachbarin.', await asSeen())).error).toBeUndefined()
    expect((await read()).content).toBe('Sagt die Nachbarin.')
    expect((await save('Sagt ein Bote.', await asSeen())).error).toBeUndefined()
    // Older apps do not say what they saw.
    expect((await save('Sagt sonst wer.', null)).error).toBeUndefined()
  }),
)
