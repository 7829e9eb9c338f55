import { rumorSubjects, sensitiveSubjects } from '@hot/domain/post/sensitive-subjects'
import { expect, test } from 'vitest'
import { type Draft, discussionDraft, rumorDraft } from '../support/drafts.ts'
import { type Harness, useHarness } from '../support/harness.ts'
import type { Person } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'
import { harmlessTexts, sensitiveTexts } from './sensitive-texts.ts'

const harness = useHarness(createWorld)

/** The texts with the sensitive subjects that their words point to. */
async function read(t: Harness, texts: readonly string[]) {
  const { rows } = await t.owner(
    'select text, private.sensitive_subjects(text) as subjects from unnest($1::text[]) as given (text)',
    [texts],
  )
  return rows as { text: string; subjects: string[] }[]
}

test(
  'of 300 rumors all about a sensitive subject are found as such, and at most one in twenty of the others',
  harness(async (t) => {
    expect(harmlessTexts.length + Object.values(sensitiveTexts).flat().length).toBe(300)
    for (const subject of sensitiveSubjects) {
      const missed = (await read(t, sensitiveTexts[subject])).filter(({ subjects }) => !subjects.includes(subject))
      expect(missed, subject).toEqual([])
    }
    const held = (await read(t, harmlessTexts)).filter(({ subjects }) => subjects.length > 0)
    expect(held.length, JSON.stringify(held)).toBeLessThanOrEqual((harmlessTexts.length + 120) / 20)
  }),
)

test(
  'the longest text is read within a blink, whatever it consists of',
  harness(async (t) => {
    for (const part of [
      'a',
      'a ',
      'a.',
      'ue',
      '1a',
      'ä',
      'gegen ',
      'im monat ',
      'krank ',
      'к',
      'ᴋ\u3164',
      '**ꓗ**',
      '%D0%BA',
    ]) {
      const before = performance.now()
      await read(t, [part.repeat(5140).slice(0, 5140)])
      expect(performance.now() - before, part).toBeLessThan(500)
    }
  }),
)

/** What a person's new post is, or 'refused'; undone afterwards. */
const fate = async (t: Harness, person: Person, draft: Draft) => {
  const { rows } = await t.tried(
    person,
    `select public.create_post('${w.fresh}', $1, $2, $3, $4::uuid[]) ->> 'status' as status`,
    [draft.type, draft.title, draft.content, draft.tags],
  )
  return rows?.[0]?.status ?? 'refused'
}

/** Everybody publishes at once. */
const trustAll = (t: Harness) => t.owner('update public.app_settings set auto_approve_after_posts = 0')

const about = (text: string, draft = rumorDraft): Draft => ({ ...draft, title: 'Was ist da los?', content: text })

test(
  'a rumor about a sensitive subject waits whoever wrote it, except of the team, who are the human it waits for',
  harness(async (t) => {
    await trustAll(t)
    for (const [text = ''] of Object.values(sensitiveTexts)) {
      expect(await fate(t, 'member', about(text)), text).toBe('pending')
      expect(await fate(t, 'member', { ...rumorDraft, title: text }), text).toBe('pending')
      expect(await fate(t, 'moderator', about(text)), text).toBe('approved')
    }
    expect(await fate(t, 'member', about('Sie ziehen zusammen nach Köln.'))).toBe('approved')
  }),
)

test(
  'a discussion waits when it is tagged with a star, since then it is about somebody',
  harness(async (t) => {
    await trustAll(t)
    const text = about('Ist sie etwa schwanger?', discussionDraft)
    expect(await fate(t, 'member', text)).toBe('approved')
    expect(await fate(t, 'member', { ...text, tags: [w.format] })).toBe('approved')
    expect(await fate(t, 'member', { ...text, tags: [w.star] })).toBe('pending')
  }),
)

test(
  'the answers of a poll about a star are read, too: new ones before anybody sees them, and changed ones',
  harness(async (t) => {
    await trustAll(t)
    const poll = (tags: string[], options: string[]) =>
      t.as(
        'member',
        `select public.create_post('${w.fresh}', 'poll', 'Warum ist sie raus?', '', $1::uuid[], p_options => $2::text[])
           ->> 'status' as status`,
        [tags, options],
      )
    const told = () => t.value(`select count(*)::int from private.announcements where post_id = '${w.fresh}'`)
    await t.undone(async () => {
      expect((await poll([w.star], ['Keine Lust', 'Schwanger'])).rows[0]?.status).toBe('pending')
      expect(await told()).toBe(0)
      await t.as('moderator', `update public.community_posts set status = 'approved' where id = '${w.fresh}'`)
      expect(await told()).toBe(1)
    })
    await t.undone(async () =>
      expect((await poll([w.format], ['Keine Lust', 'Schwanger'])).rows[0]?.status).toBe('approved'),
    )
    expect((await poll([w.star], ['Keine Lust', 'Streit'])).rows[0]?.status).toBe('approved')
    await t.as(
      'member',
      `select public.update_post('${w.fresh}', 'Warum ist sie raus?', '', $1::uuid[], p_options => $2::text[])`,
      [[w.star], ['Keine Lust', 'Im Knast']],
    )
    expect(await t.value(`select status from private.post_revisions where post_id = '${w.fresh}'`)).toBe('pending')
    const { rows } = await t.as('moderator', `select public.admin_posts_page('pending', null, null, null, 20) as page`)
    const page = rows[0]?.page as { items: { id: string; sensitive: string[] }[] }
    expect(page.items.find(({ id }) => id === w.fresh)?.sensitive).toEqual(['crime'])
  }),
)

test(
  'a published rumor that is made sensitive stays as it is until the team has read the change; the team sees why',
  harness(async (t) => {
    await trustAll(t)
    const saved = await t.as('other', 'select public.update_post($1, $2, $3) as post', [
      w.rumor,
      'Was ist da los im Haus?',
      'Er soll sch-wanger, nein: im Kn4st gewesen sein.',
    ])
    expect(saved.rows[0]?.post).toMatchObject({ status: 'approved' })
    const shown = () => t.value(`select content from public.community_posts where id = '${w.rumor}'`)
    expect(await shown()).not.toContain('Kn4st')
    const record = async (person: Person) => {
      const { rows } = await t.as(person, `select public.admin_posts_page('pending', null, null, null, 20) as page`)
      const page = rows[0]?.page as { items: { id: string; sensitive: string[] }[] }
      return page.items.find(({ id }) => id === w.rumor)
    }
    expect(await record('moderator')).toMatchObject({ sensitive: ['crime'] })
  }),
)

test(
  'its author reads what it waits for, and nobody else reads anything',
  harness(async (t) => {
    await trustAll(t)
    await t.as(
      'member',
      `select public.create_post('${w.fresh}', 'rumor', 'Was ist da los?', 'Sie war in einer Klinik.')`,
    )
    const seen = async (person: Person) =>
      (await t.as(person, `select public.unpublished_post(null, null, '${w.fresh}') as post`)).rows[0]?.post
    expect(await seen('member')).toMatchObject({ status: 'pending', sensitive: ['health'] })
    expect(await seen('other')).toBeNull()
  }),
)

const rumorOf = (t: Harness, person: Person, subject: string | null, source: string | null) =>
  t.attempt(
    person,
    `select public.create_post('${w.fresh}', 'rumor', 'Was ist da los?', 'Frag nicht.', p_source_url => $1, p_subject => $2)
       ->> 'status' as status`,
    [source, subject],
  )
const source = 'https://blatt.example/1'

test(
  'a subject that its author calls sensitive makes a rumor wait; a harmless one never publishes what words hold',
  harness(async (t) => {
    await trustAll(t)
    for (const subject of rumorSubjects) {
      const waits = sensitiveSubjects.some((sensitive) => sensitive === subject)
      await t.undone(async () => {
        const { rows } = await rumorOf(t, 'member', subject, source)
        expect(rows?.[0]?.status, subject).toBe(waits ? 'pending' : 'approved')
      })
    }
    await t.as('member', `select public.create_post('${w.fresh}', 'rumor', $1, 'Da.', p_subject => 'show')`, [
      'Sie war in einer Klinik',
    ])
    expect(await t.value(`select status from public.community_posts where id = '${w.fresh}'`)).toBe('pending')
  }),
)

test(
  'what a rumor can be about, and which of that is sensitive, equals the lists of domain/',
  harness(async (t) => {
    expect(await t.value('select private.rumor_subjects()')).toEqual(rumorSubjects)
    const { rows } = await t.owner('select s from unnest(private.rumor_subjects()) s where private.is_sensitive(s)')
    expect(rows.map(({ s: subject }) => subject)).toEqual(sensitiveSubjects)
  }),
)

test(
  'an app that does not ask yet still posts',
  harness(async (t) => {
    await trustAll(t)
    expect((await rumorOf(t, 'member', null, null)).rows?.[0]?.status).toBe('approved')
  }),
)

/** What the author makes of it; texts as they were unless given. */
const change = (t: Harness, subject: string, content = 'Frag nicht.') =>
  t.as(
    'member',
    `select public.update_post('${w.fresh}', 'Was ist da los?', $1, p_source_url => $2, p_subject => $3)`,
    [content, source, subject],
  )
const stored = async (t: Harness) =>
  (
    await t.owner(
      `select status, rumor_subject as subject, content from public.community_posts where id = '${w.fresh}'`,
    )
  ).rows[0]

test(
  'a rumor that went online unread goes offline when its author calls it sensitive, and stays so when they take it back',
  harness(async (t) => {
    await trustAll(t)
    await rumorOf(t, 'member', 'show', source)
    await change(t, 'health', 'Frag lieber nicht.')
    expect(await stored(t)).toEqual({ status: 'pending', subject: 'health', content: 'Frag lieber nicht.' })
    await change(t, 'show', 'Frag lieber nicht.')
    expect(await stored(t)).toMatchObject({ status: 'pending', subject: 'show' })
  }),
)

test(
  'one that the team has read stays online; a change of it waits even when it is called harmless along with it',
  harness(async (t) => {
    await trustAll(t)
    await rumorOf(t, 'member', 'crime', source)
    await t.as('moderator', `update public.community_posts set status = 'approved' where id = '${w.fresh}'`)
    await change(t, 'show', 'Jetzt ganz anders.')
    expect(await stored(t)).toMatchObject({ status: 'approved', content: 'Frag nicht.' })
    expect(await t.value(`select status from private.post_revisions where post_id = '${w.fresh}'`)).toBe('pending')
  }),
)

test(
  'its source cannot be taken away later',
  harness(async (t) => {
    await rumorOf(t, 'member', 'minors', source)
    const { error } = await t.attempt(
      'member',
      `select public.update_post('${w.fresh}', 'Was ist da los?', 'Frag nicht.')`,
    )
    expect(error?.hint).toBe('source_required')
  }),
)

test(
  'only its author and the team see what a rumor is about, and nobody can list people by it',
  harness(async (t) => {
    await rumorOf(t, 'member', 'minors', source)
    const own = async (person: Person) =>
      (await t.as(person, `select public.own_post('${w.fresh}') -> 'subject' as subject`)).rows[0]?.subject
    expect(await own('member')).toBe('minors')
    expect(await own('other')).toBeNull()
    for (const person of ['guest', 'member', 'moderator'] as const)
      expect((await t.attempt(person, 'select rumor_subject from public.community_posts')).error?.code, person).toBe(
        '42501',
      )
  }),
)
