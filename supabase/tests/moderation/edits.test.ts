import { ownModerationPage } from '@hot/domain/contract/account/decision'
import { adminAppealsPage } from '@hot/domain/contract/admin/decisions'
import { adminPostFigures } from '@hot/domain/contract/admin/posts'
import { adminUserPage } from '@hot/domain/contract/admin/users'
import { groundText, redress } from '@hot/domain/moderation/grounds'
import { effects } from '@hot/domain/notification/words'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

type Edit = { title?: string; content?: string; tags?: string; dropsSource?: boolean; dropsAddress?: boolean }
/** The team changes the rumor that `other` wrote. */
const edit = (t: Harness, wanted: Edit, rule: string | null = 'privacy', post: string = w.rumor) =>
  t.attempt(
    'moderator',
    `select public.admin_edit_post(p.id, p.updated_at, coalesce($2, p.title), coalesce($3, p.content), coalesce($4::uuid[], p.tags),
      'Klarname entfernt.', $5, $6, $7) ->> 'outcome' as outcome from public.community_posts p where p.id = $1`,
    [
      post,
      wanted.title ?? null,
      wanted.content ?? null,
      wanted.tags ?? null,
      wanted.dropsSource ?? false,
      wanted.dropsAddress ?? false,
      rule,
    ],
  )
const decisions = async (t: Harness, person: Person = 'other') =>
  ownModerationPage.parse((await t.as(person, 'select public.own_moderation_page() as page')).rows[0]?.page).items
const messages = async (t: Harness, person: Person = 'other') =>
  (
    await t.as(person, `select message from public.notifications where type = 'warning' order by created_at, id`)
  ).rows.map(({ message }) => String(message))
const post = async (t: Harness) =>
  (
    await t.owner(
      `select p.title, p.content, p.slug, p.tags, p.staff_edited_at, r.source_url from public.community_posts p
        join public.post_rumors r on r.post_id = p.id where p.id = '${w.rumor}'`,
    )
  ).rows[0]
/** The author's appeal against the only edit is granted; what they are told of it. */
async function overturn(t: Harness, person: Person = 'other'): Promise<string | undefined> {
  const [decision] = (await decisions(t, person)).filter(({ kind }) => kind === 'edited')
  await t.as(person, `select public.file_appeal($1, 'Das war nicht nötig')`, [decision?.id])
  const id = await t.value(`select id from public.appeals where status = 'pending'`)
  await t.as('admin', `select public.admin_decide_appeal($1, 'overturned', 'Zu streng')`, [id])
  const told = (await messages(t, person)).find((message) => message.includes('Begründung: Zu streng'))
  return told?.split(' Begründung')[0]
}

const name = { title: 'Eine Kandidatin zieht ein', content: 'Ohne Namen.' }

test(
  'whoever is edited by the team is told what was changed, why and by which rule, and may appeal',
  harness(async (t) => {
    expect((await edit(t, name)).rows?.[0]?.outcome).toBe('done')
    expect(await decisions(t)).toMatchObject([
      {
        kind: 'edited',
        changed: ['title', 'content'],
        reason: 'Klarname entfernt.',
        rule: 'privacy',
        target_type: 'post',
        excerpt: 'Mandy zieht ins Sommerhaus',
        origin: 'person',
        appeal: null,
      },
    ])
    const [told, ...more] = await messages(t)
    expect(more).toEqual([])
    expect(told).toBe(
      `Wir haben deinen Beitrag geändert (Titel und Text). Es geht um deinen Beitrag: „Mandy zieht ins Sommerhaus“. Grund: Klarname entfernt. ${groundText('privacy')}. Entschieden hat ein Mensch aus dem Team. Bist du anderer Meinung, kannst du in deinem Account einmal Einspruch einlegen. ${redress}`,
    )
    // It restricts nothing but the text: neither warning nor queue.
    const { rows } = await t.as('other', 'select public.own_moderation_status() as status')
    expect(rows[0]?.status).toMatchObject({ is_banned: false, decisions: [{ action: 'edited' }] })
    expect(await t.value(`select count(*)::int from public.moderation_actions where counts_as_warning`)).toBe(0)
  }),
)

test.each([
  ['tags', { tags: `{${w.format}}` }, ['tags'], 'Tags'],
  ['source', { dropsSource: true }, ['source'], 'Quelle'],
  [
    'everything',
    { ...name, tags: `{${w.format}}`, dropsSource: true, dropsAddress: true },
    ['title', 'content', 'tags', 'source', 'address'],
    'Titel, Text, Tags, Quelle und frühere Adresse',
  ],
] as [string, Edit, string[], string][])('%s: the statement names what was changed', (_, wanted, changed, said) =>
  harness(async (t) => {
    await t.owner(`update public.post_rumors set source_url = 'https://pranger.example/' where post_id = '${w.rumor}'`)
    await edit(t, wanted)
    expect((await decisions(t))[0]?.changed).toEqual(changed)
    expect((await messages(t))[0]).toContain(`geändert (${said}).`)
  })(),
)

test(
  'nothing changed: no decision; an unknown ground is refused, none is allowed',
  harness(async (t) => {
    expect((await edit(t, {})).rows?.[0]?.outcome).toBe('done')
    expect((await edit(t, name, 'astrology')).error?.hint).toBe('case_fields')
    expect(await decisions(t)).toEqual([])
    await edit(t, name, null)
    expect((await decisions(t))[0]?.rule).toBeNull()
  }),
)

test(
  'a granted appeal gives back title, text, tags, source and address, and the team is not named any more',
  harness(async (t) => {
    await t.owner(`update public.post_rumors set source_url = 'https://quelle.example/' where post_id = '${w.rumor}'`)
    await t.owner(`update public.community_posts set tags = '{${w.star}}' where id = '${w.rumor}'`)
    await t.owner(`update public.app_settings set auto_approve_after_posts = 1`)
    await t.as('member', `insert into public.rumor_votes (post_id, vote) values ('${w.rumor}', 'agree')`)
    const before = await post(t)
    await edit(t, { ...name, tags: `{${w.format}}`, dropsSource: true, dropsAddress: true })
    expect(await post(t)).toMatchObject({ ...name, source_url: null, tags: [w.format] })
    expect(await overturn(t)).toBe(effects.text_back)
    const decided = await t.as('admin', `select public.admin_appeals_page('decided') as page`)
    expect(adminAppealsPage.parse(decided.rows[0]?.page).items[0]?.content).toContain('Mandy zieht ins Sommerhaus')
    expect(await post(t)).toEqual(before)
    expect(
      await t.value(
        `select public.post_address_gone(day::text, slug) from public.community_posts where id = '${w.rumor}'`,
      ),
    ).toBe(false)
    // Voters hear of it as of a change by the team.
    await t.settled()
    const { rows } = await t.as('member', `select data from public.notifications where type = 'rumor_changed'`)
    expect(rows.map(({ data }) => data)).toMatchObject([{ by_team: true }])
  }),
)

test(
  'what the author has written since stays, and they are told so',
  harness(async (t) => {
    await t.owner(`update public.app_settings set auto_approve_after_posts = 1`)
    await edit(t, name)
    await t.as('other', `select public.update_post('${w.rumor}', 'Eine Kandidatin zieht ein', 'Was ich jetzt sage.')`)
    expect(await overturn(t)).toBe(effects.text_changed)
    expect(await post(t)).toMatchObject({ title: name.title, content: 'Was ich jetzt sage.' })
  }),
)

test.each([
  ['the post is gone', `delete from public.community_posts where id = '${w.rumor}'`],
  ['the version is gone', `delete from private.post_versions where post_id = '${w.rumor}'`],
])('%s: the appeal succeeds, and says that the text does not come back', (_, sql) =>
  harness(async (t) => {
    await edit(t, name)
    await t.owner(sql)
    expect(await overturn(t)).toBe(effects.text_lost)
  })(),
)

test(
  'a star that is gone meanwhile does not keep a text away',
  harness(async (t) => {
    await t.owner(`update public.community_posts set tags = '{${w.star},${w.format}}' where id = '${w.rumor}'`)
    await edit(t, { tags: '{}' })
    await t.owner(`delete from public.stars where id = '${w.star}'`)
    expect(await overturn(t)).toBe(effects.text_back)
    expect(await post(t)).toMatchObject({ tags: [w.format] })
  }),
)

test(
  'an address that another edit has ended stays so',
  harness(async (t) => {
    const address = await t.value(`select slug from public.community_posts where id = '${w.rumor}'`)
    const isGone = () =>
      t.value(`select is_gone from private.post_slug_history where post_id = '${w.rumor}' and old_slug = $1`, [address])
    await edit(t, { title: name.title, dropsAddress: true })
    await t.owner(`update public.moderation_actions set created_at = created_at - interval '1 hour'`)
    await t.owner(`update private.post_versions set replaced_at = replaced_at - interval '1 hour'`)
    await edit(t, { title: 'Niemand zieht irgendwo ein', dropsAddress: true })
    expect(await overturn(t)).toBe(effects.text_back)
    expect(await isGone()).toBe(true)
  }),
)

test(
  'admins take an edit back as long as its text stands; the record and the queue name it',
  harness(async (t) => {
    await edit(t, name)
    const record = async () =>
      adminUserPage.parse(
        (await t.as('admin', `select public.admin_user_page('${people.other}') as page`)).rows[0]?.page,
      )
    const [decision] = (await record())?.history ?? []
    expect(decision).toMatchObject({ action: 'edited', can_lift: true, excerpt: 'Mandy zieht ins Sommerhaus' })
    const { rows } = await t.as('moderator', 'select public.admin_post_figures() as figures')
    expect(adminPostFigures.parse(rows[0]?.figures).recent[0]).toMatchObject({ action: 'edited' })
    const takeBack = (person: Person) =>
      t.attempt(person, `select public.admin_take_back($1, 'Das war ein Irrtum.')`, [decision?.id])
    expect((await takeBack('moderator')).error?.code).toBe('42501')
    expect((await takeBack('admin')).error).toBeUndefined()
    expect(await post(t)).toMatchObject({ title: 'Mandy zieht ins Sommerhaus', staff_edited_at: null })
    expect(await messages(t)).toContain(`${effects.text_back} Grund: Das war ein Irrtum.`)
    expect((await record())?.history.find(({ id }) => id === decision?.id)?.can_lift).toBe(false)
  }),
)

test(
  'what made a post wait is named; of one that is online it is a person who looked',
  harness(async (t) => {
    await t.owner(
      `insert into private.classifications (post_id, subjects) values ('${w.pendingPost}', '{health}'), ('${w.rumor}', '{health}')`,
    )
    await edit(t, name, null, w.pendingPost)
    await edit(t, name, null)
    const origins = (await decisions(t)).map(({ excerpt, origin }) => `${excerpt}: ${origin}`)
    expect(origins.sort()).toEqual(['Mandy zieht ins Sommerhaus: person', 'Wartet noch auf Freigabe: classifier'])
  }),
)

test(
  'the figures of the transparency report count it as a restriction',
  harness(async (t) => {
    await edit(t, name)
    const { rows } = await t.as(
      'moderator',
      'select public.admin_transparency(current_date - 1, current_date + 1) as report',
    )
    expect(rows[0]?.report).toMatchObject({
      decisions: {
        by_kind: [{ kind: 'edited', target_type: 'post', total: 1 }],
        by_ground: [{ reason: null, total: 1 }],
      },
    })
  }),
)

test(
  'no other way leads past it: the team changes no row of a post, and takes none offline without a reason',
  harness(async (t) => {
    for (const set of [
      `update public.community_posts set title = 'Ein anderer Titel'`,
      `update public.community_posts set content = 'x'`,
      `update public.community_posts set tags = '{}'`,
      `update public.community_posts set status = 'pending'`,
      `update public.post_rumors set source_url = null`,
      `update public.poll_options set text = 'x'`,
      `update public.comments set content = 'x'`,
    ]) {
      const { error, rows } = await t.attempt(
        'moderator',
        `${set} where ${/posts/.test(set) ? 'id' : 'true or post_id'} = '${w.rumor}' returning 1`,
      )
      expect(error?.code ?? rows?.length, set).toBe(set.includes('comments') ? 0 : '42501')
    }
  }),
)
