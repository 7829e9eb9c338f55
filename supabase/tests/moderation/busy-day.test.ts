import { randomUUID } from 'node:crypto'
import { adminPostsPage } from '@hot/domain/contract/admin/posts'
import { reportCasesPage } from '@hot/domain/contract/admin/reports'
import { automodValues } from '@hot/domain/moderation/automod-form'
import { expect, test } from 'vitest'
import { type Claims, claimsOfAccount, type Harness, useHarness } from '../support/harness.ts'
import { createWorld, world as w } from '../support/world.ts'
import { blankRule } from './rule-steps.ts'

const harness = useHarness(createWorld)

/** `BUSY_DAY=10` plays the whole day: 500 posts and 5,000 comments, 2 % of them bad. */
const scale = Number(process.env.BUSY_DAY ?? 1)
const day = { regulars: 12 * scale, newcomers: 4 * scale, goodPosts: 49 * scale, goodComments: 490 * scale }

type Account = { id: string; claims: Claims }

/** Accounts of that age with a nickname; regulars have six posts online. */
async function accounts(t: Harness, kind: string, count: number, days: number, posts: number): Promise<Account[]> {
  const made: Account[] = []
  for (let n = 0; n < count; n += 1) {
    const id = randomUUID()
    await t.platform(
      `insert into auth.users (id, email, raw_app_meta_data, created_at, email_confirmed_at)
       values ($1, $2, '{"provider": "email"}', now() - make_interval(days => $3), now())`,
      [id, `${kind}${n}@gmail.com`, days],
    )
    await t.owner('update public.profiles set nickname = $2 where id = $1', [id, `${kind}_${n}`])
    await t.owner(
      `insert into public.community_posts (title, type, author_id, status, created_at)
       select $2 || ' Nummer ' || n, 'discussion', $1, 'approved', now() - interval '20 days' from generate_series(1, $3) n`,
      [id, `Früher von ${kind} ${id}`, posts],
    )
    made.push({ id, claims: await claimsOfAccount(t, id) })
  }
  return made
}

const at = <T>(list: readonly T[], n: number): T => {
  const found = list[n % list.length]
  if (found === undefined) throw new Error('Nobody is there.')
  return found
}

const post = (t: Harness, by: Account, type: string, title: string, content: string) =>
  t.as(
    'member',
    `select public.create_post(gen_random_uuid(), $1, $2, $3, $4::uuid[], null, null, null, $5)`,
    [type, title, content, [w.star], type === 'rumor' ? 'show' : null],
    by.claims,
  )
async function comment(t: Harness, by: Account, content: string): Promise<string> {
  const { rows } = await t.as(
    'member',
    `insert into public.comments (post_id, content) values ('${w.discussion}', $1) returning id`,
    [content],
    by.claims,
  )
  return String(rows[0]?.id)
}
const report = (t: Harness, by: Account, id: string) =>
  t.as('member', `select public.report_content(null, 'comment', $1, 'insult')`, [id], by.claims)

/** One of the team, who reads what waits and decides in the steps of the screens; counts the decisions. */
function worker(t: Harness) {
  let decisions = 0
  const as = async (sql: string, params: unknown[]) => {
    decisions += 1
    return (await t.as('moderator', sql, params)).rows[0]
  }
  const posts = async () => {
    const read = async () =>
      adminPostsPage.parse(
        (await t.as('moderator', `select public.admin_posts_page(p_status => 'pending', p_limit => 50) as page`))
          .rows[0]?.page,
      ).items
    for (let items = await read(); items.length > 0; items = await read())
      for (const [wanted, action, reason] of [
        ['gut', 'approve', null],
        ['böse', 'reject', 'Behauptet Tatsachen, die sich nicht belegen lassen.'],
      ]) {
        const chosen = items.filter(({ content_full }) => content_full.includes(String(wanted)))
        if (chosen.length > 0)
          await as('select public.admin_decide_posts($1, $2, $3, $4) as a', [
            chosen.map(({ id }) => id),
            chosen.map(({ updated_at }) => updated_at),
            action,
            reason,
          ])
      }
  }
  const reports = async () => {
    const page = async () =>
      reportCasesPage.parse(
        (await t.as('moderator', 'select public.admin_report_cases(p_limit => 50) as page')).rows[0]?.page,
      )
    const spammers = new Map<string, string>()
    for (const { author, content } of (await page()).items)
      if (content?.text.includes('Gewinn') && author?.member) spammers.set(author.member.id, content.text)
    // One question for all accounts that are chosen.
    if (spammers.size > 0) decisions += 1
    for (const id of spammers.keys()) await t.as('moderator', 'select public.admin_ban_spammer($1)', [id])
    for (let { items } = await page(); items.length > 0; { items } = await page())
      for (const [action, reason] of [
        ['delete', 'Beleidigt oder setzt jemanden herab.'],
        ['dismiss', 'Kein Verstoß gegen die Community-Guidelines.'],
      ] as const) {
        const chosen = items.filter(({ content }) => content?.text.includes('böse') === (action === 'delete'))
        if (chosen.length > 0)
          await as('select public.admin_decide_cases($1, $2, $3) as a', [JSON.stringify(chosen), action, reason])
      }
  }
  return { posts, reports, count: () => decisions }
}

test(
  'a day with 2 % of bad posts and comments takes at most 20 decisions, after which only what nobody reported still stands',
  harness(async (t) => {
    await t.owner(`update public.community_posts set status = 'approved' where status = 'pending'`)
    await t.owner('delete from public.reports')
    const flag = automodValues({ ...blankRule, name: 'Grobe Wörter', words: 'abschaum*' })
    const { rows } = await t.as('admin', `select public.admin_save_automod_rule(null, null, $1) ->> 'id' as id`, [
      JSON.stringify(flag),
    ])
    await t.as('admin', `select public.admin_switch_automod_rule($1, 'on')`, [rows[0]?.id])
    const regulars = await accounts(t, 'stamm', day.regulars, 200, 6)
    const newcomers = await accounts(t, 'neu', day.newcomers, 2, 0)
    const staff = worker(t)

    // Three times a day somebody of the team looks.
    for (let shift = 0; shift < 3; shift += 1) {
      // Those of the last time are banned.
      const spammers = await accounts(t, `spam${shift}`, Math.ceil(scale / 4), 1, 0)
      const third = (count: number) =>
        Array.from({ length: Math.ceil(count / 3) }, (_, n) => n * 3 + shift).filter((n) => n < count)
      for (const n of third(day.goodPosts)) {
        // A fifth is from newcomers, and waits.
        const by = n % 5 === 0 ? at(newcomers, n / 5) : at(regulars, n)
        await post(t, by, 'discussion', `Worüber reden wir heute ${n}?`, `Ganz gut, finde ich, Nummer ${n}.`)
      }
      for (const n of third(Math.ceil(scale * 0.6)))
        await post(t, at(regulars, n), 'rumor', `Sie ist angeblich schwanger, Teil ${n}`, `böse ${n}`)
      for (const n of third(Math.ceil(scale * 0.4)))
        await post(t, at(spammers, n), 'discussion', `Gewinn für alle, Runde ${n}`, `böse ${n}`)
      for (const n of third(day.goodComments)) {
        const id = await comment(t, n % 10 === 0 ? at(newcomers, n / 10) : at(regulars, n), `Find ich gut, Nummer ${n}`)
        // Somebody disagrees with what breaks no rule.
        if (n % 160 === 0) await report(t, at(regulars, n + 1), id)
      }
      for (const n of third(scale * 6)) {
        const id = await comment(t, at(spammers, n), `Hol dir deinen Gewinn, schreib mir, böse ${n}`)
        if (n % 10 !== 9) await report(t, at(regulars, n), id)
      }
      for (const n of third(scale * 4)) {
        const rough = n % 2 === 0
        const id = await comment(
          t,
          at(regulars, n),
          rough ? `Du bist Abschaum, böse ${n}` : `Halt die Klappe, du Wurst, böse ${n}`,
        )
        if (!rough && n % 10 !== 9) await report(t, at(regulars, n + 1), id)
      }
      await staff.posts()
      await staff.reports()
    }

    if (scale > 1) console.info(`${staff.count()} decisions`)
    const count = (sql: string) => t.value(`select count(*)::int from ${sql}`)
    expect(await count(`public.community_posts where content like '%böse%' and status = 'approved'`)).toBe(0)
    expect(await count(`public.community_posts where content like 'Ganz gut%' and status = 'approved'`)).toBe(
      day.goodPosts,
    )
    expect(await count(`public.comments where content like '%Gewinn%'`)).toBe(0)
    expect(await count(`public.comments where content like 'Find ich gut%' and deleted_at is null`)).toBe(
      day.goodComments,
    )
    // What neither a rule nor a reader noticed.
    expect(await count(`public.comments where content like '%böse%'`)).toBe(Math.floor((scale * 4) / 10))
    expect(await count(`public.reports where status = 'pending'`)).toBe(0)
    expect(staff.count()).toBeLessThanOrEqual(20)
  }),
  600_000,
)
