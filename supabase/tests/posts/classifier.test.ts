import { adminPostsPage } from '@hot/domain/contract/admin/posts'
import { siteTexts } from '@hot/domain/contract/site'
import { sensitiveSubjects } from '@hot/domain/post/sensitive-subjects'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import type { Person } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(async (t) => {
  await createWorld(t)
  // Everybody publishes at once.
  await t.owner('update public.app_settings set auto_approve_after_posts = 0')
})

type Claimed = { id: string; type: string; updated_at: string; text: string }

const claim = async (t: Harness) =>
  (await t.service(`select public.claim_classifications('reader.example') as posts`)).rows[0]?.posts as Claimed[]
const settle = (t: Harness, { id, updated_at }: Claimed, subjects: readonly string[]) =>
  t.service('select public.settle_classification($1, $2, $3)', [id, updated_at, [...subjects]])
const status = (t: Harness, id = w.fresh) => t.value('select status from public.community_posts where id = $1', [id])
const create = (
  t: Harness,
  sets: { type?: string; title?: string; tags?: string[]; options?: string[] } = {},
  who: Person = 'member',
) =>
  t.as(who, 'select public.create_post($1, $2, $3, $4, $5, null, $6)', [
    w.fresh,
    sets.type ?? 'rumor',
    sets.title ?? 'Zieht sie wirklich ein?',
    'Man hört so einiges.',
    sets.tags ?? [],
    sets.options ?? null,
  ])

test(
  'without a classifier nothing waits, and nobody is asked; one that has gone holds nobody up',
  harness(async (t) => {
    await create(t)
    expect(await status(t)).toBe('approved')
    await t.owner('delete from public.community_posts where id = $1', [w.fresh])
    expect(await claim(t)).toEqual([])
    await t.owner(`update private.classifier set seen_at = now() - interval '3 minutes'`)
    await create(t)
    expect(await status(t)).toBe('approved')
  }),
)

test(
  'what is about people waits until it has been read, unseen by others; then it is published',
  harness(async (t) => {
    await claim(t)
    await create(t)
    expect(await status(t)).toBe('pending')
    const seen = `select count(*)::int from public.community_posts where id = '${w.fresh}'`
    expect(Object.values((await t.as('guest', seen)).rows[0] ?? {})).toEqual([0])
    const [post] = await claim(t)
    expect(post).toMatchObject({ id: w.fresh, type: 'rumor', text: 'Zieht sie wirklich ein?\n\nMan hört so einiges.' })
    expect(JSON.stringify(post)).not.toContain('author')
    expect(await claim(t), 'one server reads it').toEqual([])
    if (post) await settle(t, post, [])
    expect(await status(t)).toBe('approved')
  }),
)

test.each(sensitiveSubjects.map((subject) => [subject]))(
  'a post with %s stays with the team, which sees why',
  (subject) =>
    harness(async (t) => {
      await claim(t)
      await create(t)
      const [post] = await claim(t)
      if (post) await settle(t, post, [subject, subject])
      expect(await status(t)).toBe('pending')
      const { rows } = await t.as('moderator', 'select public.admin_posts_page() as page')
      const item = adminPostsPage.parse(rows[0]?.page).items.find(({ id }) => id === w.fresh)
      expect(item?.sensitive).toEqual([subject])
    })(),
)

test(
  'a discussion about nobody and what the team writes do not wait; a poll about a star does, with its answers',
  harness(async (t) => {
    await claim(t)
    await create(t, { type: 'discussion' })
    expect(await status(t)).toBe('approved')
    await t.owner('delete from public.community_posts where id = $1', [w.fresh])
    await create(t, {}, 'moderator')
    expect(await status(t)).toBe('approved')
    await t.owner('delete from public.community_posts where id = $1', [w.fresh])
    await create(t, { type: 'poll', tags: [w.star], options: ['Ja klar', 'Niemals'] })
    expect(await status(t)).toBe('pending')
    expect((await claim(t))[0]?.text).toContain('Ja klar Niemals')
  }),
)

test(
  'it never frees what waits for another reason',
  harness(async (t) => {
    await claim(t)
    // Words say so: the classifier is not asked.
    await create(t, { title: 'Ist sie schwanger?' })
    expect(await status(t)).toBe('pending')
    expect(await claim(t)).toEqual([])
    await t.owner('delete from public.community_posts where id = $1', [w.fresh])
    // Not yet known to the team.
    await t.owner('update public.app_settings set auto_approve_after_posts = 100')
    await create(t)
    expect(await claim(t)).toEqual([])
    await t.owner('delete from public.community_posts where id = $1', [w.fresh])
    await t.owner('update public.app_settings set auto_approve_after_posts = 0')
    // The answers of a poll came after its text.
    await create(t, {
      type: 'poll',
      title: 'Was ist mit ihr?',
      tags: [w.star],
      options: ['Sie ist schwanger', 'Nichts'],
    })
    const [poll] = await claim(t)
    if (poll) await settle(t, poll, [])
    expect(await status(t)).toBe('pending')
    await t.owner('delete from public.community_posts where id = $1', [w.fresh])
    // Rejected meanwhile.
    await create(t)
    const [post] = await claim(t)
    await t.as(
      'moderator',
      `update public.community_posts set status = 'rejected', rejection_reason = 'Spam.' where id = '${w.fresh}'`,
    )
    if (post) await settle(t, post, [])
    expect(await status(t)).toBe('rejected')
  }),
)

test(
  'what changed while it was read is read again; what cannot be read three times is left to the team',
  harness(async (t) => {
    await claim(t)
    await create(t)
    const [first] = await claim(t)
    await t.owner(`update public.community_posts set title = 'Etwas ganz anderes' where id = $1`, [w.fresh])
    // As read before that change.
    if (first) await settle(t, { ...first, updated_at: '2026-01-01T00:00:00Z' }, [])
    expect(await status(t)).toBe('pending')
    const [second] = await claim(t)
    expect(second?.text).toContain('Etwas ganz anderes')
    for (const tries of [3, 4]) {
      await t.owner(`update private.classifications set due_at = now() where due_at is not null`)
      expect(await claim(t)).toHaveLength(tries === 3 ? 1 : 0)
    }
    expect(await status(t)).toBe('pending')
  }),
)

const change = (t: Harness, sets: { title?: string; content?: string; tags?: string[] }, post = w.fresh) =>
  t.as('member', 'select public.update_post($1, $2, $3, $4)', [
    post,
    sets.title ?? 'Zieht sie wirklich ein?',
    sets.content ?? 'Man hört so einiges.',
    sets.tags ?? [],
  ])
const shownText = (t: Harness) => t.value('select content from public.community_posts where id = $1', [w.fresh])
const publicRumor = async (t: Harness) => {
  await create(t)
  await claim(t)
}

test(
  'the change of a public post waits until it has been read, while the post stays as it was',
  harness(async (t) => {
    await publicRumor(t)
    await change(t, { content: 'Neu, und harmlos.' })
    expect([await status(t), await shownText(t)]).toEqual(['approved', 'Man hört so einiges.'])
    const [first] = await claim(t)
    expect(first?.text).toContain('Neu, und harmlos.')
    await change(t, { content: 'Noch einmal anders.' })
    // A test is one moment; the version read before is an older one.
    if (first) await settle(t, { ...first, updated_at: '2026-01-01T00:00:00Z' }, [])
    expect(await shownText(t), 'an answer to another text').toBe('Man hört so einiges.')
    const [second] = await claim(t)
    expect(second?.text).toContain('Noch einmal anders.')
    if (second) await settle(t, second, [])
    expect(await shownText(t)).toBe('Noch einmal anders.')
    const told = await t.as('member', `select message from public.notifications where type = 'post_approved'`)
    expect(told.rows.map(({ message }) => message)).toEqual([expect.stringContaining('Änderung')])
  }),
)

test(
  'a change with a sensitive subject stays with the team, and is not freed by the answer to an earlier one',
  harness(async (t) => {
    await publicRumor(t)
    await change(t, { content: 'Erst harmlos.' })
    const [harmless] = await claim(t)
    // Words say so: a human decides.
    await change(t, { content: 'Sie ist schwanger.' })
    if (harmless) await settle(t, harmless, [])
    expect([await shownText(t), await claim(t)]).toEqual(['Man hört so einiges.', []])

    await change(t, { content: 'Man munkelt, es geht ihr nicht gut.' })
    const [found] = await claim(t)
    if (found) await settle(t, found, ['health'])
    expect(await shownText(t)).toBe('Man hört so einiges.')
    const { rows } = await t.as('moderator', 'select public.admin_posts_page() as page')
    expect(adminPostsPage.parse(rows[0]?.page).items.find(({ id }) => id === w.fresh)?.sensitive).toEqual(['health'])
  }),
)

test(
  'taking the star off a post does not let its change pass unread',
  harness(async (t) => {
    await create(t, { type: 'discussion', tags: [w.star] })
    await claim(t)
    await change(t, { content: 'Jetzt über jemand anderes.', tags: [] })
    expect(await shownText(t)).toBe('Man hört so einiges.')
    expect(await claim(t)).toHaveLength(1)
  }),
)

test(
  'the privacy policy learns who reads',
  harness(async (t) => {
    const shown = async () =>
      siteTexts.parse((await t.as('guest', 'select public.site_texts() as texts')).rows[0]?.texts).classifier
    expect(await shown()).toBeNull()
    await claim(t)
    expect(await shown()).toBe('reader.example')
    await t.owner(`update private.classifier set seen_at = now() - interval '2 days'`)
    expect(await shown()).toBeNull()
  }),
)
