import { adminNewsItem, adminNewsPage, savedNews } from '@hot/domain/contract/admin/news'
import { adminSocialAccount, adminSocialPage, socialImportAnswer } from '@hot/domain/contract/admin/social'
import { newsArticle, newsPage } from '@hot/domain/contract/news'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import type { Person } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
const one = async (t: Harness, sql: string, params: unknown[] = []) =>
  (await t.as('moderator', `select ${sql} as answer`, params)).rows[0]?.answer
const logged = async (t: Harness) =>
  (await t.owner('select action_type from public.admin_actions order by action_type')).rows.map(
    (row) => row.action_type,
  )

const instagram = 'https://www.instagram.com/mandy'
const saveSocial = 'public.admin_save_social($1, $2)'

test(
  'an account is added once per platform, a checked number updates its date, and removing it is logged',
  harness(async (t) => {
    const tiktok = { platform: 'tiktok', handle: 'mandy', url: 'https://www.tiktok.com/@mandy', followers: 10 }
    const values = [null, { star_id: w.star, ...tiktok }]
    const made = adminSocialAccount.parse(await one(t, saveSocial, values))
    expect((await t.attempt('moderator', `select ${saveSocial}`, values)).error?.hint).toBe('account_there')
    await t.owner(`update public.star_social_accounts set followers = 1000 where id = $1`, [w.socialAccount])
    await t.owner(`update public.star_social_followers set day = day - 40, followers = 800 where account_id = $1`, [
      w.socialAccount,
    ])
    const same = await one(t, saveSocial, [
      w.socialAccount,
      { star_id: w.star, platform: 'instagram', handle: 'mandy', url: instagram, followers: 1000 },
    ])
    expect(adminSocialAccount.parse(same)).toMatchObject({ followers: 1000, month_ago: 800 })
    await one(t, 'public.admin_delete_social($1)', [made.id])
    expect((await t.attempt('moderator', 'select public.admin_delete_social($1)', [made.id])).error?.hint).toBe(
      'target_gone',
    )
    expect(await logged(t)).toEqual(['create_social_account', 'delete_social_account', 'update_social_account'])
  }),
)

test(
  'an account is changed only as it was when the form was filled; who was first is not overwritten',
  harness(async (t) => {
    const saveSeen = (handle: string, seen: string | null) =>
      t.attempt('moderator', 'select public.admin_save_social($1, $2, $3) as saved', [
        w.socialAccount,
        { handle },
        seen,
      ])
    const version = () =>
      t.value(`select to_jsonb(updated_at) #>> '{}' from public.star_social_accounts where id = $1`, [w.socialAccount])
    await t.owner(
      `update public.star_social_accounts set handle = 'first', updated_at = now() + interval '1 second'
      where id = $1`,
      [w.socialAccount],
    )
    expect((await saveSeen('second', '2026-01-01T00:00:00Z')).error?.hint).toBe('changed_meanwhile')
    expect(await t.value(`select handle from public.star_social_accounts where id = $1`, [w.socialAccount])).toBe(
      'first',
    )
    expect((await saveSeen('second', (await version()) as string)).error).toBeUndefined()
    await t.owner(`delete from public.star_social_accounts where id = $1`, [w.socialAccount])
    expect((await saveSeen('third', null)).error?.hint).toBe('target_gone')
  }),
)

test(
  'accounts are sorted by age, name and followers, each on one page only',
  harness(async (t) => {
    await t.owner(`insert into public.star_social_accounts (star_id, platform, handle, url, followers, updated_at)
      select s.id, p, 'a', 'https://a.example/a', nullif(length(p), 1), now() - length(p) * interval '10 days'
      from public.stars s, unnest(array['tiktok', 'youtube', 'x', 'threads']) p`)
    for (const sort of ['oldest', 'name', 'followers']) {
      const seen: string[] = []
      let after: string | null = null
      do {
        const page: ReturnType<typeof adminSocialPage.parse> = adminSocialPage.parse(
          await one(t, 'public.admin_social_page(p_sort => $1, p_limit => 2, p_after => $2)', [sort, after]),
        )
        seen.push(...page.items.map((account) => account.id))
        after = page.next
      } while (after)
      expect([sort, seen.length, new Set(seen).size]).toEqual([sort, 9, 9])
    }
    const old = adminSocialPage.parse(
      await one(t, `public.admin_social_page(p_state => 'outdated', p_query => 'mandy')`),
    )
    expect(old.items.map((account) => account.platform).sort()).toEqual(['threads', 'tiktok', 'youtube'])
    const empty = adminSocialPage.parse(await one(t, `public.admin_social_page(p_state => 'empty')`))
    expect(empty.items.map((account) => account.platform)).toEqual(['x', 'x'])
  }),
)

const lines = (...given: Record<string, unknown>[]) =>
  JSON.stringify(given.map((line, index) => ({ line: index + 2, handle: null, url: null, followers: null, ...line })))
const importing = (t: Harness, text: string, apply: boolean) =>
  t.attempt('moderator', `select public.admin_import_social($1, $2, public.admin_import_social($1)) as answer`, [
    text,
    apply,
  ])
const effects = async (t: Harness, text: string) =>
  socialImportAnswer.parse((await importing(t, text, false)).rows[0]?.answer).map((line) => line.problem ?? line.effect)

test(
  'a CSV finds stars by slug, name and nickname, reports on each line, and is applied whole or not at all',
  harness(async (t) => {
    await t.owner(`update public.stars set nickname = 'Pepper' where id = $1`, [w.star])
    const good = [
      { star: 'mandy-pfefferkorn-0001', platform: 'instagram', followers: 2000 },
      { star: 'PEPPER', platform: 'tiktok', handle: 'mandy', url: 'https://www.tiktok.com/@mandy', followers: 7 },
      { star: 'Versteckt', platform: 'x', handle: 'v', url: 'https://x.com/v' },
    ]
    expect(await effects(t, lines(...good))).toEqual(['changed', 'new', 'new'])
    const bad = [
      { star: 'Mandy Pfefferkorn', platform: 'tiktok', followers: 9 },
      { star: 'Niemand', platform: 'x', followers: 9 },
      { star: 'Mandy Pfefferkorn', platform: 'threads', followers: 9 },
    ]
    expect(await effects(t, lines(...good, ...bad))).toEqual([
      ...['changed', 'new', 'new'],
      ...['repeated', 'unknown_star', 'handle_missing'],
    ])
    const refused = await importing(t, lines(...good, ...bad), true)
    expect(refused.error?.hint).toBe('import_has_problems')
    expect(await t.value('select count(*)::int from public.star_social_accounts')).toBe(1)

    await importing(t, lines(...good), true)
    expect(await effects(t, lines(...good))).toEqual(['same', 'same', 'same'])
    expect(await logged(t)).toEqual(['import_social_accounts'])
    const chart = (await t.as('guest', 'select public.chart_social() as page')).rows[0]?.page
    expect(chart).toMatchObject({ items: [{ star: { id: w.star }, followers: 2007 }] })
  }),
)

test(
  'follower counts that somebody changed after the check are not replaced unseen',
  harness(async (t) => {
    const text = lines({ star: 'mandy-pfefferkorn-0001', platform: 'instagram', followers: 2000 })
    const shown = (await importing(t, text, false)).rows[0]?.answer
    await t.owner('update public.star_social_accounts set followers = 77 where star_id = $1', [w.star])
    const apply = () =>
      t.attempt('moderator', 'select public.admin_import_social($1, true, $2::jsonb)', [text, JSON.stringify(shown)])
    expect((await apply()).error?.hint).toBe('import_changed')
    expect(await t.value('select followers from public.star_social_accounts where star_id = $1', [w.star])).toBe(77)
    await t.owner('update public.star_social_accounts set followers = $2 where star_id = $1', [
      w.star,
      socialImportAnswer.parse(shown)[0]?.before,
    ])
    expect((await apply()).error).toBeUndefined()
  }),
)

test(
  'stars of the same name are distinguished by slug only; anything but a list of lines is refused',
  harness(async (t) => {
    await t.owner(`insert into public.stars (first_name, last_name) values ('Mandy', 'Pfefferkorn')`)
    expect(await effects(t, lines({ star: 'Mandy Pfefferkorn', platform: 'instagram', followers: 1 }))).toEqual([
      'ambiguous_star',
    ])
    for (const text of ['[]', '{}', 'kein json', JSON.stringify(Array.from({ length: 2001 }, () => ({})))])
      expect((await importing(t, text, false)).error?.hint).toBe('row_count')
  }),
)

const saveNews = 'public.admin_save_news($1, $2, $3, $4)'
const newsOf = (id: unknown, expected: unknown, title: string, at: string | null, now = false, url = '') => [
  ...[id, expected, { title, excerpt: 'Anriss', body: 'Text', url, image_url: null, published_at: at }, now],
]
const onHome = async (t: Harness) => {
  const page = (await t.as('guest', 'select public.home_page() as page')).rows[0]?.page as { news: { title: string }[] }
  return page.news.map((item) => item.title)
}

test(
  'news is a draft, then scheduled, then online, and only then on the start page',
  harness(async (t) => {
    const draft = savedNews.parse(await one(t, saveNews, newsOf(null, null, ' Es kommt ', null)))
    expect(draft.state).toBe('draft')
    const later = newsOf(draft.id, draft.updated_at, 'Es kommt', new Date(Date.now() + 3_600_000).toISOString())
    const scheduled = savedNews.parse(await one(t, saveNews, later))
    expect(scheduled.state).toBe('scheduled')
    expect(await onHome(t)).toEqual(['Es geht los'])
    const listed = adminNewsPage.parse(await one(t, `public.admin_news_page('scheduled')`))
    expect(listed.items).toMatchObject([{ id: draft.id, author: 'lagerwache', title: 'Es kommt' }])
    await one(t, saveNews, newsOf(draft.id, scheduled.updated_at, 'Es ist da', null, true))
    expect(await onHome(t)).toEqual(['Es ist da', 'Es geht los'])
    expect(adminNewsItem.parse(await one(t, 'public.admin_news_item($1)', [draft.id]))).toMatchObject({ body: 'Text' })
    expect((await t.attempt('moderator', 'select public.admin_delete_news($1)', [draft.id])).error?.code).toBe('42501')
    await t.as('admin', 'select public.admin_delete_news($1)', [draft.id])
    expect(await onHome(t)).toEqual(['Es geht los'])
    expect(await logged(t)).toEqual(['create_news', 'delete_news', 'update_news', 'update_news'])
  }),
)

test.each([
  [newsOf(null, null, '  ', null), 'title_missing'],
  [newsOf(null, null, 'x'.repeat(201), null), 'title_length'],
  [newsOf(null, null, 'Titel', null, false, 'javascript:alert(1)'), 'source_url_invalid'],
  [newsOf(w.news, '2020-01-01T00:00:00Z', 'Titel', null), 'changed_meanwhile'],
  [newsOf(w.fresh, '2020-01-01T00:00:00Z', 'Titel', null), 'target_gone'],
])('%o is refused: %s', (values, hint) =>
  harness(async (t) => expect((await t.attempt('moderator', `select ${saveNews}`, values)).error?.hint).toBe(hint))(),
)

test(
  'an article has a page with tags and the latest others; earlier texts stay for staff',
  harness(async (t) => {
    const values = (more: Record<string, unknown>) => [
      { title: 'Der Cast steht', body: 'Eins', published_at: null, ...more },
      true,
    ]
    const made = savedNews.parse(
      await one(t, saveNews, [
        null,
        null,
        ...values({ tags: [w.star], image_alt: ' Der  Cast ', image_credit: 'RTL' }),
      ]),
    )
    const slug = String(await t.value('select slug from public.news where id = $1', [made.id]))
    const read = async (person: 'guest' | 'moderator' = 'guest') =>
      (await t.as(person, 'select public.news_article($1) as page', [slug])).rows[0]?.page
    const article = newsArticle.parse(await read())
    expect(article).toMatchObject({
      body: 'Eins',
      image_credit: 'RTL',
      image_alt: 'Der Cast',
      tags: [{ kind: 'star' }],
    })
    expect(article?.more.map(({ title }) => title)).toEqual(['Es geht los'])

    await one(t, saveNews, [made.id, made.updated_at, ...values({ body: 'Zwei' })])
    const stored = adminNewsItem.parse(await one(t, 'public.admin_news_item($1)', [made.id]))
    expect(stored?.versions).toMatchObject([{ body: 'Eins', replaced_by: 'lagerwache' }])
    expect(stored?.tag_refs).toHaveLength(1)
    expect((await t.attempt('member', 'select private.news_versions_of($1)', [made.id])).error?.code).toBe('42501')

    await t.owner(`update public.news set published_at = null where id = $1`, [made.id])
    expect(await read('guest')).toBeNull()
    expect(await read('moderator')).toBeNull()
  }),
)

test.each([
  [{ tags: [w.fresh] }, 'unknown_tag'],
  [{ tags: Array.from({ length: 6 }, () => w.star) }, 'too_many_tags'],
  [{ image_alt: 'x'.repeat(301) }, 'image_alt_length'],
  [{ image_credit: 'x'.repeat(201) }, 'image_credit_length'],
])('%o is refused: %s', (more, hint) =>
  harness(async (t) => {
    const values = [null, null, { title: 'Der Cast steht', published_at: null, ...more }, false]
    expect((await t.attempt('moderator', `select ${saveNews}`, values)).error?.hint).toBe(hint)
  })(),
)

test(
  'at most thirty earlier texts are kept',
  harness(async (t) => {
    for (let round = 0; round < 34; round += 1)
      await t.owner(`update public.news set body = $2 where id = $1`, [w.news, `Fassung ${round}`])
    const stored = adminNewsItem.parse(await one(t, 'public.admin_news_item($1)', [w.news]))
    expect(stored?.versions).toHaveLength(30)
    expect(stored?.versions[0]?.body).toBe('Fassung 32')
  }),
)

test(
  'the list goes on where it ended, each once',
  harness(async (t) => {
    await t.owner(
      `insert into public.news (title, published_at) select 'Meldung ' || n, now() - interval '1 minute' from generate_series(1, 7) n`,
    )
    const seen: string[] = []
    let after: string | null = null
    do {
      const { rows } = await t.as('guest', 'select public.news_page(p_after => $1, p_limit => 3) as page', [after])
      const page: ReturnType<typeof newsPage.parse> = newsPage.parse(rows[0]?.page)
      seen.push(...page.items.map(({ id }) => id))
      after = page.next
    } while (after)
    expect([seen.length, new Set(seen).size]).toEqual([8, 8])
  }),
)

test(
  'a published article leads to its discussion, as long as that is public; planned ones have none yet',
  harness(async (t) => {
    await t.owner(
      `insert into public.news (id, title, slug, published_at) values ('${w.fresh}', 'Es geht los', 'geht-wirklich-los', now() + interval '1 hour')`,
    )
    const set = (post: string | null, who: Person = 'moderator') =>
      t.attempt(who, 'select public.admin_set_discussion($1, $2) as discussion', [w.fresh, post])
    const shown = async () =>
      newsArticle.parse((await t.as('guest', `select public.news_article('geht-wirklich-los') as page`)).rows[0]?.page)
    expect((await set(w.discussion)).error?.hint).toBe('news_not_online')
    await t.owner(
      `update public.news set published_at = now() - interval '1 hour', updated_at = now() where id = '${w.fresh}'`,
    )
    const before = (await shown())?.updated_at
    expect((await set(w.rumor)).error?.hint).toBe('not_a_discussion')
    expect((await set(w.discussion, 'member')).error?.hint).toBe('not_allowed')
    await set(w.discussion)
    const comments = await t.value('select comments_count from public.community_posts where id = $1', [w.discussion])
    expect((await shown())?.discussion).toMatchObject({ id: w.discussion, type: 'discussion', comments })
    // The text of the article is as it was.
    expect((await shown())?.updated_at).toBe(before)
    const list = adminNewsPage.parse((await t.as('moderator', 'select public.admin_news_page() as page')).rows[0]?.page)
    expect(list.items.find(({ id }) => id === w.fresh)?.discussion?.id).toBe(w.discussion)
    await t.owner(`update public.community_posts set status = 'pending' where id = $1`, [w.discussion])
    expect((await shown())?.discussion).toBeNull()
    await t.owner(`update public.community_posts set status = 'approved' where id = $1`, [w.discussion])
    await set(null)
    expect((await shown())?.discussion).toBeNull()
  }),
)
