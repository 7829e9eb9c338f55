import { expect, test } from 'vitest'
import { useHarness } from '../support/harness.ts'

const harness = useHarness()

/**
 * The rules of Supabase's database linter (github.com/supabase/splinter, docs/*.md), as our own queries of our schema.
 * Left out: 0005, 0020, 0030 autovacuum and 0031, which need traffic; 0012, 0022 and 0025, which are about the project
 * and not about migrations; 0026 and 0027, because pg_graphql is not used.
 */
const errors: Record<string, string> = {
  '0002 auth_users_exposed': `
    select c.relname as name from pg_class c join pg_depend d on d.objid in (select oid from pg_rewrite w where w.ev_class = c.oid)
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm') and d.refobjid = 'auth.users'::regclass`,
  '0007 policy_exists_rls_disabled': `
    select distinct c.relname as name from pg_policy p join pg_class c on c.oid = p.polrelid
    where c.relnamespace = 'public'::regnamespace and not c.relrowsecurity`,
  '0010 security_definer_view': `
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
      and not coalesce(c.reloptions, '{}') && array['security_invoker=on', 'security_invoker=true']`,
  '0013 rls_disabled_in_public, 0023 sensitive_columns_exposed': `
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity`,
  '0015 rls_references_user_metadata': `
    select c.relname || ': ' || p.polname as name from pg_policy p join pg_class c on c.oid = p.polrelid
    where concat(pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) ~ 'user_metadata'`,
  '0019 insecure_queue_exposed_in_api': `select nspname as name from pg_namespace where nspname in ('pgmq', 'pgmq_public')`,
  '0021 fkey_to_auth_unique': `
    select k.conname as name from pg_constraint k join pg_index i on i.indexrelid = k.conindid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and not i.indisprimary
      and k.confrelid in (select oid from pg_class where relnamespace = 'auth'::regnamespace)`,
  '0030 invalid_index': `
    select i.indexrelid::regclass::text as name from pg_index i where not i.indisvalid`,
}

const warnings: Record<string, string> = {
  '0001 unindexed_foreign_keys': `
    select k.conname as name from pg_constraint k
    where k.contype = 'f' and k.connamespace in ('public'::regnamespace, 'private'::regnamespace) and not exists (
      select from pg_index i where i.indrelid = k.conrelid
        and (select array_agg(a order by a) from unnest((i.indkey::smallint[])[0 : cardinality(k.conkey) - 1]) a)
          = (select array_agg(a order by a) from unnest(k.conkey) a))`,
  '0003 auth_rls_initplan': `
    select c.relname || ': ' || p.polname as name from pg_policy p join pg_class c on c.oid = p.polrelid
      cross join lateral (select concat_ws(' ', pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) as text) e
    where c.relnamespace in ('public'::regnamespace, 'storage'::regnamespace)
      and regexp_replace(e.text, '\\( SELECT (auth\\.\\w+|current_setting|private\\.\\w+)\\(', '', 'gi')
        ~ '(auth\\.(uid|jwt|role|email)|current_setting|private\\.(is_admin|is_moderator|may_write))\\('`,
  '0004 no_primary_key': `
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p')`,
  '0006 multiple_permissive_policies': `
    select c.relname || ' ' || r.rolname || ' ' || p.polcmd::text as name from pg_policy p
      join pg_class c on c.oid = p.polrelid join pg_roles r on r.oid = any (p.polroles)
    where c.relnamespace = 'public'::regnamespace and p.polpermissive
    group by c.relname, r.rolname, p.polcmd having count(*) > 1`,
  '0008 rls_enabled_no_policy': `
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relrowsecurity
      and not exists (select from pg_policy p where p.polrelid = c.oid)`,
  '0009 duplicate_index': `
    select min(indexname) as name from pg_indexes where schemaname in ('public', 'private')
    group by tablename, regexp_replace(indexdef, 'INDEX \\S+ ON', 'INDEX ON') having count(*) > 1`,
  '0011 function_search_path_mutable': `
    select p.proname as name from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not exists (select from unnest(p.proconfig) c where c like 'search_path=%')`,
  '0014 extension_in_public': `select extname as name from pg_extension where extnamespace = 'public'::regnamespace`,
  '0016 materialized_view_in_api, 0017 foreign_table_in_api': `
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('m', 'f')`,
  '0018 unsupported_reg_types': `
    select a.attrelid::regclass || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
      and format_type(a.atttypid, null) in ('regcollation', 'regconfig', 'regdictionary', 'regnamespace', 'regoper', 'regoperator', 'regproc', 'regprocedure')`,
  // A policy may allow reading everything on purpose, but never writing. Only writes count, as in the linter.
  '0024 rls_policy_always_true': `
    select c.relname || ': ' || p.polname as name from pg_policy p join pg_class c on c.oid = p.polrelid
    where c.relnamespace = 'public'::regnamespace and p.polcmd <> 'r'
      and 'true' in (pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))`,
  '0028 and 0029 security definer function executable through the API': `
    select p.proname as name from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace
      and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))`,
  '0030 rls_policy_null_auth_disjunct': `
    select c.relname || ': ' || p.polname as name from pg_policy p join pg_class c on c.oid = p.polrelid
    where c.relnamespace = 'public'::regnamespace and pg_get_expr(p.polqual, p.polrelid) ~* 'auth\\.(uid|jwt|role)\\(\\)[^)]*\\) IS NULL'`,
}

/** Accepted warnings, with the reason. Empty: the migrations raise none. */
const explained: Record<string, Record<string, string>> = {}

for (const [rule, query] of Object.entries(errors))
  test(
    `no ERROR of ${rule}`,
    harness(async (t) => {
      const { rows } = await t.platform(query)
      expect(rows.map((row) => row.name)).toEqual([])
    }),
  )

for (const [rule, query] of Object.entries(warnings))
  test(
    `every WARN or INFO of ${rule} is explained`,
    harness(async (t) => {
      const { rows } = await t.platform(query)
      expect(rows.map((row) => row.name).sort()).toEqual(Object.keys(explained[rule] ?? {}).sort())
    }),
  )
