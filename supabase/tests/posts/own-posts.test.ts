import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import type { Person } from '../support/people.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
type Sets = {
  title?: string
  content?: string
  tags?: string[]
  source?: string | null
  options?: string[] | null
  end?: string | null
}

const create = (t: Harness, person: Person, type = 'discussion', sets: Sets = {}) =>
  t.attempt(person, 'select public.create_post($1, $2, $3, $4, $5::uuid[], $6, $7::text[], $8::timestamptz) as post', [
    w.fresh,
    type,
    sets.title ?? 'Wer trägt noch Hut?',
    sets.content ?? 'Ich.',
    sets.tags ?? [],
    sets.source ?? null,
    sets.options ?? (type === 'poll' ? ['Ja', 'Nein'] : null),
    sets.end ?? null,
  ])
const update = (t: Harness, sets: Sets = {}, person: Person = 'member') =>
  t.attempt(person, 'select public.update_post($1, $2, $3, $4::uuid[], $5, $6::text[], $7::timestamptz) as post', [
    w.fresh,
    sets.title ?? 'Wer trägt noch Hut?',
    sets.content ?? 'Ich.',
    sets.tags ?? [],
    sets.source ?? null,
    sets.options ?? null,
    sets.end ?? null,
  ])
const approve = (t: Harness) => t.owner(`update public.community_posts set status = 'approved' where id = '${w.fresh}'`)
const options = async (t: Harness) =>
  (await t.owner(`select text from public.poll_options where post_id = '${w.fresh}' order by position`)).rows.map(
    ({ text }) => text,
  )

test(
  'a repeated post is answered but not written again; another member’s id is refused',
  harness(async (t) => {
    const first = await create(t, 'member', 'poll', { title: 'Ach du Schreck' })
    const again = await create(t, 'member', 'poll', { title: 'Ach du Schreck' })
    expect(first.rows[0]?.post).toMatchObject({ id: w.fresh, slug: 'ach-du-schreck', status: 'pending' })
    expect(again.rows).toEqual(first.rows)
    expect(await options(t)).toEqual(['Ja', 'Nein'])
    expect(await t.value(`select sum(uses)::int from private.rate_counts where kind = 'posts'`)).toBe(1)
    expect((await create(t, 'moderator')).error).toMatchObject({ code: '23505', hint: 'id_taken' })
  }),
)

test(
  'members who may not write are told why',
  harness(async (t) => {
    expect((await create(t, 'banned')).error).toMatchObject({ code: '42501', hint: 'banned' })
    expect((await create(t, 'guest')).error?.code).toBe('42501')
    await t.owner(`update public.profiles set needs_invite = true where id = '${people.member}'`)
    expect((await create(t, 'member')).error?.hint).toBe('invite_required')
    const gone = await t.attempt('member', `select public.set_star_votes('${w.star}', 3)`, [], {
      sub: w.draft,
    })
    expect(gone.error?.hint).toBe('account_gone')
    await t.owner(`update private.rate_counts set uses = 0`)
    await t.owner(
      `insert into private.rate_counts values ('${people.other}', 'posts', date_bin('30 seconds', now(), '2000-01-01'), 100)`,
    )
    expect((await create(t, 'other')).error?.code).toBe('PGRST')
  }),
)

test(
  'a text changes by the RPC only',
  harness(async (t) => {
    await create(t, 'member', 'rumor', { source: 'https://a.example' })
    for (const sql of [
      `update public.community_posts set title = 'Etwas ganz anderes' where id = '${w.fresh}'`,
      `update public.community_posts set tags = '{}' where id = '${w.fresh}'`,
      `update public.post_rumors set source_url = null where post_id = '${w.fresh}'`,
      `delete from public.poll_options where post_id = '${w.poll}'`,
      `insert into public.poll_options (post_id, text, position) values ('${w.poll}', 'Neu', 3)`,
    ])
      for (const person of ['member', 'other', 'admin'] as const)
        expect((await t.attempt(person, sql)).error?.code, `${person}: ${sql}`).toBe('42501')
  }),
)

test(
  'a changed rejected post returns to the queue without its reason; staff are no exception',
  harness(async (t) => {
    for (const person of ['member', 'admin'] as const)
      await t.undone(async () => {
        await create(t, person)
        await t.owner(
          `update public.community_posts set status = 'rejected', rejection_reason = 'Unklar' where id = '${w.fresh}'`,
        )
        const { rows } = await update(t, { content: 'Jetzt klarer.' }, person)
        expect(rows[0]?.post).toMatchObject({ status: 'pending' })
        expect(await t.value(`select rejection_reason from public.community_posts where id = '${w.fresh}'`)).toBeNull()
      })
  }),
)

test(
  'the answers of a poll can change until somebody has voted; its end can still change, and a past one may stay',
  harness(async (t) => {
    await create(t, 'member', 'poll')
    expect((await update(t, { options: ['Nein', 'Ja', 'Vielleicht'] })).error).toBeUndefined()
    expect(await options(t)).toEqual(['Nein', 'Ja', 'Vielleicht'])
    expect((await update(t, { options: ['Nein', 'nein '] })).error?.hint).toBe('duplicate_option')
    await approve(t)
    await t.as(
      'other',
      `insert into public.poll_votes (post_id, option_id) select post_id, id from public.poll_options where post_id = '${w.fresh}' limit 1`,
    )
    expect((await update(t, { options: ['Ja', 'Nein'] })).error?.hint).toBe('options_fixed')
    expect((await update(t, { options: [' Nein', 'Ja', 'Vielleicht'], content: 'Neu' })).error).toBeUndefined()
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    expect((await update(t, { end: inDays(-1) })).error?.hint).toBe('poll_end_past')
    expect((await update(t, { end: inDays(380) })).error?.hint).toBe('poll_end_far')
    expect((await update(t, { end: inDays(360) })).error).toBeUndefined()
    await t.owner(`update public.community_posts set poll_ends_at = '2026-01-01T00:00:00Z' where id = '${w.fresh}'`)
    expect((await update(t, { end: '2026-01-01T00:00:00Z' })).error).toBeUndefined()
    expect((await update(t, { end: '2026-01-02T00:00:00Z' })).error?.hint).toBe('poll_ended')
  }),
)

test(
  'without the RPC, too, a poll must have two to eight answers when the transaction ends',
  harness(async (t) => {
    const atEnd = async () => {
      const outcome = await t.attempt('member', 'set constraints all immediate')
      await t.owner('set constraints all deferred')
      return outcome
    }
    const poll = `insert into public.community_posts (id, title, type) values ('${w.fresh}', 'Eine ohne Antworten', 'poll')`
    await t.undone(async () => {
      await t.as('member', poll)
      expect((await atEnd()).error?.hint).toBe('option_count')
    })
    await create(t, 'member', 'poll')
    expect((await atEnd()).error).toBeUndefined()
  }),
)

test(
  'a deleted or rejected post is in no list, and its karma is removed',
  harness(async (t) => {
    const seen = async () => {
      const { rows } = await t.as(
        'guest',
        `select public.posts_page() || public.home_page() || public.search_all('wer zieht') || jsonb_build_object(
        'trashtalk', public.trashtalk_page(), 'aside', public.posts_aside(), 'thread', public.comment_thread('${w.comment}'), 'feed', public.posts_feed(), 'profile', public.profile_posts('${people.other}')) as all`,
      )
      return JSON.stringify(rows[0]?.all).includes('Wer zieht dieses Jahr ein?')
    }
    await t.as('member', `insert into public.post_reactions (post_id, reaction) values ('${w.discussion}', 'heart')`)
    const karma = () => t.value(`select karma from public.profiles where id = '${people.other}'`)
    const earned = Number(await karma())
    expect(await seen()).toBe(true)
    await t.undone(async () => {
      await t.as(
        'moderator',
        `update public.community_posts set status = 'rejected', rejection_reason = 'Nein' where id = '${w.discussion}'`,
      )
      expect(await seen()).toBe(false)
    })
    await t.as('other', `select public.delete_own_post('${w.discussion}')`)
    expect(await seen()).toBe(false)
    expect(await karma()).toBe(earned - 2 - 3)
    expect(await t.value('select count(*)::int from public.archived_posts')).toBe(1)
  }),
)
