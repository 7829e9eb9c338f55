import { rpcTraits } from '@hot/domain/contract/rpcs'
import { expect, test } from 'vitest'
import { useHarness } from '../support/harness.ts'

const harness = useHarness()

/** Queries of the system catalogue; each returns the names that break the rule. */
const rules: Record<string, string> = {
  'every table in public has row-level security': `
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity`,

  'every table in public has a policy': `
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_policy p where p.polrelid = c.oid)`,

  'policies name their roles and one command each': `
    select c.relname || ': ' || p.polname as name from pg_policy p join pg_class c on c.oid = p.polrelid
    where c.relnamespace = 'public'::regnamespace and (p.polcmd = '*' or 0 = any (p.polroles))`,

  'policies that insert or update say what may be written': `
    select c.relname || ': ' || p.polname as name from pg_policy p join pg_class c on c.oid = p.polrelid
    where c.relnamespace = 'public'::regnamespace and p.polcmd in ('a', 'w') and p.polwithcheck is null`,

  // Aggregates that say nothing about a person beyond public_profiles; page RPCs run as the caller and read them.
  'the API roles write no table of private, and read only the listed aggregates': `
    select c.relname || ' ' || r.rolname as name from pg_class c cross join pg_roles r
    where c.relnamespace = 'private'::regnamespace and c.relkind in ('r', 'p') and r.rolname in ('anon', 'authenticated')
      and (has_table_privilege(r.oid, c.oid, 'insert, update, delete, truncate')
        or has_any_column_privilege(r.oid, c.oid, 'insert, update')
        or (has_any_column_privilege(r.oid, c.oid, 'select')
          and c.relname not in ('star_followers', 'star_letters', 'member_ranks', 'ranked_members', 'format_facts', 'popular_targets', 'week_topics', 'pending_counts')))`,

  'the API roles may not truncate, reference or hang triggers on anything': `
    select c.relname || ' ' || r.rolname as name from pg_class c cross join pg_roles r
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and r.rolname in ('anon', 'authenticated')
      and has_table_privilege(r.oid, c.oid, 'truncate, references, trigger')`,

  'writing is granted by column': `
    select c.relname || ' ' || r.rolname as name from pg_class c cross join pg_roles r
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and r.rolname in ('anon', 'authenticated')
      and has_table_privilege(r.oid, c.oid, 'insert, update')`,

  'every foreign key has an index that begins with its columns': `
    select k.conrelid::regclass || ': ' || k.conname as name from pg_constraint k
    where k.contype = 'f' and k.connamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not exists (
        select from pg_index i where i.indrelid = k.conrelid and i.indpred is null
          and (select array_agg(a order by a) from unnest((i.indkey::smallint[])[0 : cardinality(k.conkey) - 1]) a)
            = (select array_agg(a order by a) from unnest(k.conkey) a))`,

  'every table has a primary key': `
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'r'
      and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p')`,

  'security definer lives in private only': `
    select p.oid::regprocedure::text as name from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace`,

  'every function has an empty search_path': `
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not coalesce(p.proconfig, '{}') && array['search_path=""', 'search_path=']`,

  'no function is executable by everybody': `
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0)`,

  'views run as the caller': `
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'v'
      and not coalesce(c.reloptions, '{}') && array['security_invoker=on', 'security_invoker=true']`,

  'tables, views and functions say what they are for': `
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p', 'v', 'm')
      and obj_description(c.oid, 'pg_class') is null
    union all
    select p.oid::regprocedure::text from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and obj_description(p.oid, 'pg_proc') is null`,

  'nothing of ours belongs to a superuser': `
    select c.oid::regclass::text as name from pg_class c join pg_roles r on r.oid = c.relowner
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and r.rolsuper
    union all
    select p.oid::regprocedure::text from pg_proc p join pg_roles r on r.oid = p.proowner
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and r.rolsuper`,

  'updated_at is kept by trigger wherever it is': `
    select a.attrelid::regclass::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'updated_at'
      and not exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where t.tgrelid = a.attrelid and p.prosrc like '%new.updated_at := now()%')
      -- Written by our functions only.
      and c.relname <> 'star_vote_means'`,

  // updated_at tells a second editor that the row has changed. Only imports write external_key, and only decisions who made them.
  'what clients may update moves updated_at': `
    select c.relname || '.' || a.attname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname not in ('external_key', 'moderated_by', 'moderated_at')
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and has_column_privilege('authenticated', c.oid, a.attnum, 'update')
      and exists (select from pg_attribute u where u.attrelid = c.oid and u.attname = 'updated_at')
      and not exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where t.tgrelid = c.oid and p.prosrc like '%new.updated_at := now()%'
          and (t.tgattr = '' or a.attnum = any (t.tgattr)))`,

  // Only the database writes counters, authors and timestamps; an id never changes.
  'every other column of what staff edit may be inserted and updated': `
    select c.relname || '.' || a.attname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relname in ('stars', 'star_social_accounts', 'formats', 'seasons',
        'broadcasters', 'streaming_providers', 'calendar_events', 'news')
      and a.attname not in ('created_at', 'updated_at', 'author_id', 'seasons_count', 'participants_count', 'fans_count',
        'ics_sequence')
      and not (has_column_privilege('authenticated', c.oid, a.attnum, 'insert')
        and (a.attname = 'id' or has_column_privilege('authenticated', c.oid, a.attnum, 'update')))`,
}

for (const [rule, query] of Object.entries(rules))
  test(
    rule,
    harness(async (t) => {
      const { rows } = await t.platform(query)
      expect(rows.map((row) => row.name)).toEqual([])
    }),
  )

test(
  'every slow function of the contract declares how long its statement may take',
  harness(async (t) => {
    const { rows } = await t.platform(`select p.proname::text as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace
        and not exists (select from unnest(p.proconfig) setting where setting like 'statement_timeout=%')`)
    expect(rows.filter(({ name }) => rpcTraits(String(name))?.slow)).toEqual([])
  }),
)
