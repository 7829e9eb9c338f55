import { expect, test } from 'vitest'
import { useHarness } from '../support/harness.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
const comment = `insert into public.comments (post_id, content) select '${w.discussion}', 'Hm ' || gen_random_uuid() from generate_series(1, `
const vote = `insert into public.demand_votes (star_id, value) values ('${w.star}', 3) on conflict (user_id, star_id) do update set star_id = excluded.star_id, value = excluded.value`

test(
  'a hundred posts, comments and reports in five minutes, then 429 with Retry-After, later allowed again',
  harness(async (t) => {
    await t.as('member', `${comment}99)`)
    await t.as('member', `select public.report_content(null, 'post', '${w.discussion}', 'spam')`)
    const { error } = await t.attempt(
      'member',
      `insert into public.community_posts (title, type, content) values ('Einer zu viel', 'discussion', 'Text')`,
    )
    expect(error?.code).toBe('PGRST')
    expect(JSON.parse(error?.message ?? '{}')).toMatchObject({ code: 'PT429', hint: 'rate_limited' })
    expect(JSON.parse(error?.detail ?? '{}')).toEqual({ status: 429, headers: { 'Retry-After': '300' } })
    // Other members are not affected, and votes are counted separately.
    await t.as('other', `${comment}1)`)
    await t.as('member', vote)
    await t.owner(`update private.rate_counts set slot = slot - interval '5 minutes'`)
    await t.as('member', `${comment}1)`)
  }),
)

const events = (count: number) =>
  `insert into public.analytics_events (event_type, user_id, session_id) select 'page_view', auth.uid(), 's' from generate_series(1, ${count})`
const visits = (from: number, to: number) =>
  `insert into public.user_sessions (id) select 'sitzung-' || n from generate_series(${from}, ${to}) n
   on conflict (id) do update set page_views = excluded.page_views`

test.each([
  ['3,000 usage events', [events(1500), events(1500)], events(1)],
  ['300 visits, each change of one counted', [visits(100, 399)], visits(100, 100)],
  [
    '30 invite codes',
    ['select public.admin_create_invite(1) from generate_series(1, 30)'],
    'select public.admin_create_invite(1)',
  ],
])('%s in five minutes, whatever the number of requests; then 429', (_, allowed, tooMuch) =>
  harness(async (t) => {
    for (const sql of allowed) await t.as('moderator', sql)
    expect((await t.attempt('moderator', tooMuch)).error?.code).toBe('PGRST')
    await t.owner(`update private.rate_counts set slot = slot - interval '5 minutes'`)
    await t.as('moderator', tooMuch)
  })(),
)

test(
  'new and changed votes count once; the thousand-and-first is refused; the server is exempt',
  harness(async (t) => {
    const used = () => t.value(`select coalesce(sum(uses), 0)::int from private.rate_counts where kind = 'votes'`)
    await t.as('member', vote)
    await t.as('member', vote)
    // For the rest of the transaction, as in a request.
    await t.platform(`select set_config('hot.paid_writes', '', true)`)
    await t.as('member', `update public.demand_votes set value = 4 where user_id = auth.uid()`)
    expect(await used()).toBe(3)
    await t.owner(`update private.rate_counts set uses = 1000 where kind = 'votes'`)
    expect((await t.attempt('member', `insert into public.star_fans (star_id) values ('${w.star}')`)).error?.code).toBe(
      'PGRST',
    )
    await t.service(`update public.demand_votes set value = 5`)
    expect(await used()).toBe(1000)
  }),
)
