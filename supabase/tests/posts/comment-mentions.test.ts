import { mentions, postPage } from '@hot/domain/contract/post'
import { nameSpellings } from '@hot/domain/member/mention'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const write = (t: Harness, content: string) =>
  t.as('member', 'insert into public.comments (id, post_id, content) values ($1, $2, $3) returning mentions', [
    w.fresh,
    w.discussion,
    content,
  ])
const edit = (t: Harness, content: string) =>
  t.as('member', 'update public.comments set content = $2 where id = $1 returning mentions', [w.fresh, content])
const known = (t: Harness, id: string = w.fresh) => t.value('select mentions from public.comments where id = $1', [id])
const rename = (t: Harness, nickname: string) =>
  t.owner('update public.profiles set nickname = $2 where id = $1', [people.other, nickname])
const pathsTo = (t: Harness, slug: string) => t.value('select private.member_by($1)::text', [slug])

test.each([
  ['Hey @chefin und @Couchkartoffel', { chefin: 'chefin', couchkartoffel: 'couchkartoffel' }],
  ['@chefin @CHEFIN, @niemand', { chefin: 'chefin' }],
  ['Frag @chefin. Oder @chefin...', { chefin: 'chefin' }],
  ['@chefin.Das ist so', { chefin: 'chefin' }],
  ['_@chefin_', { chefin: 'chefin' }],
  ['tiktok.com/@chefin und youtube.com/@chefin', null],
  ['@chefin_x und @chefinnen', null],
  ['@niemand und @gibts_nicht', null],
  ['bert@chefin.de, @@chefin, ganz ohne', null],
  ['Kein Klammeraffe', null],
])('%j names %j, shown to the author at once', (content, expected) =>
  harness(async (t) => {
    const { rows } = await write(t, content)
    expect(mentions.parse(rows[0]?.mentions)).toEqual(expected)
  })(),
)

test(
  'a nickname that ends with a dot wins over the end of a sentence',
  harness(async (t) => {
    await rename(t, 'chefin.')
    await write(t, '@chefin. ist nicht @chefin')
    expect(await known(t)).toEqual({ 'chefin.': 'chefin-2', chefin: 'chefin' })
  }),
)

test(
  'a renamed member stays the mentioned one, even if somebody else takes the old name',
  harness(async (t) => {
    await write(t, 'Hallo @couchkartoffel')
    await rename(t, 'sofakartoffel')
    await t.owner(`update public.profiles set nickname = 'couchkartoffel' where id = '${people.banned}'`)
    await edit(t, 'Hallo @couchkartoffel, hallo @sofakartoffel')
    expect(await known(t)).toEqual({ couchkartoffel: 'couchkartoffel', sofakartoffel: 'sofakartoffel' })
    expect(await pathsTo(t, 'couchkartoffel')).toBe(people.other)
  }),
)

test(
  'a name that nobody had stays text when somebody takes it, until the comment is edited',
  harness(async (t) => {
    await write(t, 'Hallo @sofakartoffel')
    await rename(t, 'sofakartoffel')
    expect(await known(t)).toBeNull()
    await edit(t, 'Hallo @sofakartoffel!')
    expect(await known(t)).toEqual({ sofakartoffel: 'sofakartoffel' })
    await edit(t, 'Hallo niemand')
    expect(await known(t)).toBeNull()
  }),
)

test(
  'a deleted comment names nobody, whoever deleted it',
  harness(async (t) => {
    for (const who of ['member', 'moderator'] as const)
      await t.undone(async () => {
        await write(t, 'Hallo @couchkartoffel')
        await t.as(who, 'delete from public.comments where id = $1', [w.fresh])
        expect(await known(t)).toBeNull()
      })
  }),
)

test(
  'only the database writes mentions',
  harness(async (t) => {
    const insert = `insert into public.comments (post_id, content, mentions) values ('${w.discussion}', 'Na', '{"na": "chefin"}')`
    expect((await t.attempt('member', insert)).error?.code).toBe('42501')
    await t.service(
      `insert into public.comments (id, post_id, content, mentions) values ('${w.fresh}', '${w.discussion}', 'Na', '{"na": "chefin"}')`,
    )
    expect(await known(t)).toBeNull()
  }),
)

test(
  'deleting an account masks its former name, but not the same name of others',
  harness(async (t) => {
    await write(t, 'Hallo @couchkartoffel und @chefin')
    await rename(t, 'sofakartoffel')
    await t.owner(`update public.profiles set nickname = 'couchkartoffel' where id = '${people.banned}'`)
    await t.owner(
      `insert into public.comments (id, post_id, content) values (gen_random_uuid(), '${w.discussion}', 'Neu hier: @couchkartoffel')`,
    )
    await t.platform(`delete from auth.users where id = '${people.other}'`)
    const { rows } = await t.owner(
      `select content, mentions from public.comments where content like '%Hallo%' or content like 'Neu%' order by content`,
    )
    expect(rows).toEqual([
      { content: `Hallo @${'*'.repeat(14)} und @chefin`, mentions: { chefin: 'chefin' } },
      { content: 'Neu hier: @couchkartoffel', mentions: { couchkartoffel: 'couchkartoffel-2' } },
    ])
  }),
)

test(
  'of two names the longer one is meant where it is written, and deleting one leaves mentions of the other',
  harness(async (t) => {
    await rename(t, 'chefin.2')
    await write(t, '@chefin.2 ist so, @chefin.Dort auch, @chefin.')
    expect(await known(t)).toEqual({ 'chefin.2': expect.any(String), chefin: 'chefin' })
    const text = () => t.value('select content from public.comments where id = $1', [w.fresh])
    await t.undone(async () => {
      await t.platform(
        `delete from auth.users where id = (select id from public.profiles where nickname ilike 'chefin')`,
      )
      expect(await text()).toBe('@chefin.2 ist so, @******.Dort auch, @******.')
    })
    await t.platform(`delete from auth.users where id = '${people.other}'`)
    expect(await text()).toBe('@******** ist so, @chefin.Dort auch, @chefin.')
  }),
)

test(
  'name_spellings equals nameSpellings() of domain/',
  harness(async (t) => {
    const typed = [
      'kim',
      'Kim.',
      'kim...',
      'kim.Das',
      'kim_',
      'A.b_.c__',
      '.kim',
      '_',
      '...',
      'Öko.Test',
      `a.${'x'.repeat(80)}`,
    ]
    const { rows } = await t.owner(
      'select typed, private.name_spellings(typed) as names from unnest($1::text[]) g (typed)',
      [typed],
    )
    expect(rows).toEqual(typed.map((name) => ({ typed: name, names: nameSpellings(name) })))
  }),
)

test(
  'a restored comment names whom it named, whoever has the nickname by now; of deleted accounts the archive keeps nothing',
  harness(async (t) => {
    await write(t, 'Hallo @couchkartoffel und @chefin und @niemand')
    const archive = await t.value(`select private.store_in_archive('${w.discussion}', 'Streit')`)
    await t.owner(`delete from public.community_posts where id = '${w.discussion}'`)
    await rename(t, 'sofakartoffel')
    for (const [person, name] of [
      ['member', 'couchkartoffel'],
      ['moderator', 'niemand'],
    ] as const)
      await t.owner('update public.profiles set nickname = $2 where id = $1', [people[person], name])
    await t.undone(async () => {
      await t.owner(`select private.restore_post($1, 'Irrtum')`, [archive])
      expect(await known(t)).toEqual({ couchkartoffel: 'sofakartoffel', chefin: 'chefin' })
    })
    await t.platform('delete from auth.users where id = $1', [people.other])
    const kept = await t.value('select record::text from public.archived_posts where id = $1', [archive])
    expect(kept).not.toContain(people.other)
    await t.owner(`select private.restore_post($1, 'Irrtum')`, [archive])
    expect(await known(t)).toEqual({ chefin: 'chefin' })
  }),
)

test(
  'a nickname that is deleted is masked in the archive, in the text and where it names somebody',
  harness(async (t) => {
    await write(t, 'Hallo @Couchkartoffel und @chefin')
    const archive = await t.value(`select private.store_in_archive('${w.discussion}', 'Streit')`)
    await t.owner(`delete from public.community_posts where id = '${w.discussion}'`)
    await t.platform('delete from auth.users where id = $1', [people.other])
    const kept = String(await t.value('select record::text from public.archived_posts where id = $1', [archive]))
    expect(kept.toLowerCase()).not.toContain('couchkartoffel')
    await t.owner(`select private.restore_post($1, 'Irrtum')`, [archive])
    expect(await known(t)).toEqual({ chefin: 'chefin' })
  }),
)

test(
  'a post names members as a comment does: as they were called when it was written, masked when the account is gone',
  harness(async (t) => {
    const text = 'Hallo @couchkartoffel und @niemand'
    await t.as('member', 'select public.create_post($1, $2, $3, $4, $5)', [
      w.fresh,
      'discussion',
      'Wer kommt mit?',
      text,
      [],
    ])
    await t.as('moderator', `update public.community_posts set status = 'approved' where id = '${w.fresh}'`)
    await rename(t, 'sofakartoffel')
    const shown = async () => {
      const { rows } = await t.as(
        'guest',
        `select public.post_page(p.type, p.day::text, p.slug) as page from public.community_posts p where p.id = '${w.fresh}'`,
      )
      return postPage.parse(rows[0]?.page)
    }
    expect((await shown()).mentions).toEqual({ couchkartoffel: 'couchkartoffel' })
    await t.owner(`delete from auth.users where id = '${people.other}'`)
    expect(await shown()).toMatchObject({ mentions: null, content: 'Hallo @************** und @niemand' })
  }),
)
