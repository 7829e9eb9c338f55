import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { reasons } from '../support/reasons.ts'
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

test(
  'changing one comment counts like writing another',
  harness(async (t) => {
    await t.as('member', `${comment}60)`)
    const change = (rows: number) =>
      t.attempt(
        'member',
        `update public.comments set content = content || '!' where id in
         (select id from public.comments where author_id = auth.uid() and created_at = now() limit ${rows})`,
      )
    // For the rest of the transaction, as in a request.
    await t.platform(`select set_config('hot.paid_writes', '', true)`)
    expect((await change(40)).affected).toBe(40)
    expect((await change(1)).error?.code).toBe('PGRST')
  }),
)

const matrix = fs.readFileSync(path.join(import.meta.dirname, 'who-may-what.txt'), 'utf8')
/** Functions that only the team may call, by the matrix of rights. */
const ofTeam = new Set([...matrix.matchAll(/^(\w+)\(.*\s---[-S][-M][-A]$/gm)].map(([, name]) => `public.${name}`))

type Body = { name: string; text: string; definer: boolean }

/** Functions that write as the owner, where no trigger counts, and call nothing that counts. */
function uncounted(bodies: readonly Body[], open: readonly string[], counted: ReadonlySet<string>): string[] {
  const named = Map.groupBy(bodies, ({ name }) => name)
  const counts = ({ text, definer }: Body) =>
    /private\.(?:use_quota|too_many_guesses)\(/.test(text) ||
    (!definer && [...text.matchAll(/insert into (public\.\w+)/g)].some(([, table = '']) => counted.has(table)))
  const writes = ({ text }: Body) => /\b(?:insert into|update|delete from) (?:public|private|auth)\.\w/.test(text)
  return open.filter((name) => {
    const [reached, seen] = [[] as Body[], new Set<string>()]
    const follow = (called: string, asOwner: boolean) => {
      for (const body of named.get(called) ?? []) {
        const definer = asOwner || body.definer
        if (seen.has(`${called} ${definer}`)) continue
        seen.add(`${called} ${definer}`)
        reached.push({ ...body, definer })
        for (const [, next = ''] of body.text.matchAll(/\b((?:public|private)\.\w+)\(/g)) follow(next, definer)
      }
    }
    follow(name, false)
    return reached.some((body) => body.definer && writes(body)) && !reached.some(counts)
  })
}

/**
 * What members may write through the API by table or RPC, without a quota, and without a comment that says why. A policy
 * that begins with the question for the team lets no member write.
 */
async function withoutQuota(t: Harness): Promise<string[]> {
  const written = await t.platform(
    `select 'public.' || c.relname as name, o.name as act,
       exists (select from pg_trigger g where g.tgrelid = c.oid and (g.tgtype & o.bit) > 0
         and g.tgfoid in ('private.limit_rate()'::regprocedure, 'private.limit_rows()'::regprocedure)) as counted
     from pg_class c, (values ('insert', 'a', 4), ('update', 'w', 16)) o (name, command, bit)
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and (has_any_column_privilege('anon', c.oid, o.name) or has_any_column_privilege('authenticated', c.oid, o.name))
       and (not c.relrowsecurity or exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive
         and p.polcmd in (o.command, '*')
         and coalesce(pg_get_expr(p.polwithcheck, c.oid), pg_get_expr(p.polqual, c.oid), '') !~* '^\\(*\\s*select private\\.is_(moderator|admin)\\('))`,
  )
  const functions = await t.platform(
    `select n.nspname || '.' || p.proname as name, p.prosrc as text, p.prosecdef as definer,
       n.nspname = 'public' and p.provolatile = 'v'
         and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute')) as open
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private')`,
  )
  const bodies = functions.rows.map(({ name, text, definer }) => ({
    name: String(name),
    text: String(text),
    definer: definer === true,
  }))
  const open = functions.rows.filter((row) => row.open).map(({ name }) => String(name))
  const [counting, bare] = [true, false].map((counted) => written.rows.filter((row) => row.counted === counted))
  const counted = new Set(counting?.filter(({ act }) => act === 'insert').map(({ name }) => String(name)))
  const calls = uncounted(
    bodies,
    open.filter((name) => !ofTeam.has(name)),
    counted,
  )
  const said = await reasons(t, 'No quota')
  return [...new Set([...(bare ?? []).map(({ name }) => String(name)), ...calls])]
    .filter((name) => !said.has(name))
    .sort()
}

test(
  'whatever members write by table or by RPC has a quota, or its comment says why not',
  harness(async (t) => {
    expect(ofTeam.size).toBeGreaterThan(30)
    expect(await withoutQuota(t)).toEqual([])
  }),
)

test(
  'a noun that forgets its quota is noticed: its table, and its RPC that writes as the owner',
  harness(async (t) => {
    await t.owner(`create table public.forgotten (id uuid primary key, member_id uuid)`)
    await t.owner('alter table public.forgotten enable row level security')
    await t.owner('grant insert (id), update (id) on public.forgotten to authenticated')
    await t.owner('create policy theirs on public.forgotten for insert with check (member_id = auth.uid())')
    await t.owner(`create function private.forget() returns void language sql security definer set search_path = '' as
      $$ insert into public.forgotten values (gen_random_uuid(), auth.uid()) $$`)
    await t.owner(`create function public.forget() returns void language sql as $$ select private.forget() $$`)
    await t.owner('grant execute on function public.forget() to authenticated')
    expect(await withoutQuota(t)).toEqual(['public.forget', 'public.forgotten'])
    await t.owner(`create trigger forgotten_rate before insert on public.forgotten
      for each row execute function private.limit_rate('posts', '100')`)
    await t.owner(`create or replace function private.forget() returns void language sql security definer set search_path = '' as
      $$ select private.use_quota('posts', 100); insert into public.forgotten values (gen_random_uuid(), auth.uid()) $$`)
    expect(await withoutQuota(t)).toEqual([])
    await t.owner('create policy changes on public.forgotten for update using (member_id = auth.uid())')
    expect(await withoutQuota(t)).toEqual(['public.forgotten'])
    await t.owner(`comment on table public.forgotten is 'What nobody thought of. No quota: a row for each member.'`)
    expect(await withoutQuota(t)).toEqual([])
  }),
)
