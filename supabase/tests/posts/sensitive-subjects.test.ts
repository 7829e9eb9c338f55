import { sensitiveSubjects } from '@hot/domain/post/sensitive-subjects'
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
    for (const part of ['a', 'a ', 'a.', 'ue', '1a', 'ä', 'gegen ', 'im monat ', 'krank ']) {
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
