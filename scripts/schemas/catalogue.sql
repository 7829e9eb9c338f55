-- What a database is, as rows (kind, name, definition): two have the same schema when these rows are equal. Names are those of
-- sql-objects.ts, written with an empty search_path. Owners, rows, versions of extensions, scheduled jobs, roles and columns of the
-- platform's own tables are not compared; months of the analytics are made by a job.
with schemas as (
  select oid, nspname, nspacl, nspowner from pg_catalog.pg_namespace where nspname in ('public', 'private')
),
relations as (
  select c.*, n.nspname || '.' || c.relname as name from pg_catalog.pg_class c join schemas n on n.oid = c.relnamespace
  where c.relname !~ '^analytics_events_\d{4}_\d\d' and c.relkind in ('r', 'p', 'v', 'm', 'S', 'c')
),
of_platform as (
  select c.*, n.nspname || '.' || c.relname as name from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('auth', 'storage') and c.relkind in ('r', 'p')
),
columns as (
  select a.*, r.name as relation, r.relkind, r.name || '.' || a.attname as name
  from pg_catalog.pg_attribute a join relations r on r.oid = a.attrelid where a.attnum > 0 and not a.attisdropped
),
functions as (
  select p.*, n.nspname || '.' || p.proname || '(' || coalesce((
    select string_agg(case format_type(t.type, null)
      when 'timestamp with time zone' then 'timestamptz' when 'time without time zone' then 'time' when 'character varying' then 'varchar'
      else replace(format_type(t.type, null), 'timestamp with time zone[]', 'timestamptz[]') end, ',' order by t.place)
    from unnest(p.proargtypes) with ordinality t (type, place)), '') || ')' as name
  from pg_catalog.pg_proc p join schemas n on n.oid = p.pronamespace
  where p.prokind = 'f' and not exists (select from pg_catalog.pg_depend d where d.objid = p.oid and d.deptype = 'e')
),
entries as (
  select 'schema' as kind, nspname::text as name, '' as definition from pg_catalog.pg_namespace
    where nspname !~ '^pg_' and nspname not in ('public', 'information_schema', 'supabase_migrations')
  union all select 'extension', e.extname::text, n.nspname::text
    from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace
  union all select 'function', name, pg_get_functiondef(oid) from functions
  union all select 'acl', 'function ' || name,
      (select string_agg(x::text, ' ' order by x::text) from unnest(coalesce(proacl, acldefault('f', proowner))) x) from functions
  union all select 'comment', 'function ' || name, obj_description(oid, 'pg_proc') from functions
  union all select 'table', name, concat_ws(' ', relkind::text, case relpersistence when 'u' then 'unlogged' end,
      case when relreplident <> 'd' then 'replica identity ' || relreplident::text end, reloptions::text, pg_get_partkeydef(oid), pg_get_expr(relpartbound, oid))
    from relations where relkind in ('r', 'p')
  union all select 'row security', name, concat_ws(' ', relrowsecurity, relforcerowsecurity)
    from (select relrowsecurity, relforcerowsecurity, relkind, name from relations
      union all select relrowsecurity, relforcerowsecurity, relkind, name from of_platform) r where relkind in ('r', 'p')
  union all select 'view', name, concat_ws(' ', reloptions::text, pg_get_viewdef(oid)) from relations where relkind in ('v', 'm')
  union all select 'type', r.name, (select string_agg(c.attname || ' ' || format_type(c.atttypid, c.atttypmod), ', ' order by c.attnum)
      from columns c where c.attrelid = r.oid) from relations r where r.relkind = 'c'
  union all select 'type', n.nspname || '.' || t.typname, concat_ws(' ', t.typtype::text, format_type(nullif(t.typbasetype, 0), t.typtypmod),
      case when t.typnotnull then 'not null' end, t.typdefault,
      (select string_agg(pg_get_constraintdef(k.oid), ' ' order by k.conname) from pg_catalog.pg_constraint k where k.contypid = t.oid and k.contype <> 'n'),
      (select string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_catalog.pg_enum e where e.enumtypid = t.oid))
    from pg_catalog.pg_type t join schemas n on n.oid = t.typnamespace where t.typtype in ('d', 'e', 'r')
  union all select 'routine', n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')', p.prokind::text || ' ' || p.prosrc
    from pg_catalog.pg_proc p join schemas n on n.oid = p.pronamespace
    where p.prokind <> 'f' and not exists (select from pg_catalog.pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all select 'sequence', r.name, concat_ws(' ', format_type(q.seqtypid, null), q.seqstart, q.seqincrement, q.seqmin, q.seqmax, q.seqcycle)
    from relations r join pg_catalog.pg_sequence q on q.seqrelid = r.oid
  union all select 'rule', r.name || '.' || w.rulename, pg_get_ruledef(w.oid) || ' ' || w.ev_enabled::text
    from pg_catalog.pg_rewrite w join relations r on r.oid = w.ev_class where w.rulename <> '_RETURN'
  -- Whatever else lies in a schema: statistics, operators, configurations of the text search.
  union all select 'object', i.type || ' ' || i.identity, case d.classid when 'pg_statistic_ext'::regclass then pg_get_statisticsobjdef(d.objid) end
    from pg_catalog.pg_depend d join schemas s on s.oid = d.refobjid and d.refclassid = 'pg_namespace'::regclass
    cross join lateral pg_identify_object(d.classid, d.objid, d.objsubid) i
    where d.deptype = 'n' and d.classid not in ('pg_class'::regclass, 'pg_proc'::regclass, 'pg_type'::regclass, 'pg_extension'::regclass,
      'pg_default_acl'::regclass, 'pg_constraint'::regclass, 'pg_publication_namespace'::regclass)
  union all select 'acl', 'table ' || r.name, concat_ws(' ',
      (select string_agg(x::text, ' ' order by x::text) from unnest(coalesce(r.relacl, acldefault(case r.relkind when 'S' then 's' else 'r' end::"char", r.relowner))) x),
      (select string_agg(c.attname || ':' || x::text, ' ' order by c.attname, x::text) from columns c cross join lateral unnest(c.attacl) x
        where c.attrelid = r.oid))
    from (select oid, relkind, relowner, relacl, name from relations union all select oid, relkind, relowner, relacl, name from of_platform) r
    where r.relkind <> 'c'
  union all select 'comment', case relkind when 'v' then 'view ' when 'c' then 'type ' else 'table ' end || name,
      coalesce(obj_description(oid, 'pg_class'), obj_description(reltype, 'pg_type')) from relations
  union all select 'column', name, concat_ws(' ', format_type(atttypid, atttypmod),
      (select 'collate ' || o.collname from pg_catalog.pg_collation o where o.oid = attcollation and o.collname <> 'default'),
      (select 'storage ' || attstorage::text from pg_catalog.pg_type t where t.oid = atttypid and t.typstorage <> attstorage),
      'compression ' || nullif(attcompression::text, ''), 'statistics ' || nullif(attstattarget, -1), attoptions::text,
      case when attnotnull then 'not null' end, nullif(attidentity::text, ''), nullif(attgenerated::text, ''),
      (select pg_get_expr(d.adbin, d.adrelid) from pg_catalog.pg_attrdef d where d.adrelid = attrelid and d.adnum = attnum))
    from columns where relkind in ('r', 'p')
  union all select 'comment', 'column ' || name, col_description(attrelid, attnum) from columns
  union all select 'order', relation, string_agg(attname || case relkind when 'v' then ' ' || format_type(atttypid, atttypmod) else '' end, ', ' order by attnum) from columns where relkind in ('r', 'p', 'v') group by relation
  union all select 'index', n.nspname || '.' || i.relname, concat_ws(' ', pg_get_indexdef(x.indexrelid), case when not x.indisvalid then 'invalid' end)
    from pg_catalog.pg_index x join pg_catalog.pg_class i on i.oid = x.indexrelid join pg_catalog.pg_namespace n on n.oid = i.relnamespace
    join relations r on r.oid = x.indrelid where not exists (select from pg_catalog.pg_constraint k where k.conindid = x.indexrelid and k.contype <> 'f')
  union all select 'comment', 'index ' || n.nspname || '.' || i.relname, obj_description(i.oid, 'pg_class')
    from pg_catalog.pg_index x join pg_catalog.pg_class i on i.oid = x.indexrelid join pg_catalog.pg_namespace n on n.oid = i.relnamespace
    join relations r on r.oid = x.indrelid
  -- PostgreSQL 18 keeps `not null` as constraints, too; they are in the columns.
  union all select 'constraint', r.name || '.' || k.conname, pg_get_constraintdef(k.oid)
    from pg_catalog.pg_constraint k join relations r on r.oid = k.conrelid where k.contype <> 'n' and k.conparentid = 0
  union all select 'trigger', n.nspname || '.' || c.relname || '.' || t.tgname, pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text
    from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_proc p on p.oid = t.tgfoid join pg_catalog.pg_namespace s on s.oid = p.pronamespace
    -- Not those by which the backend learns of changes, whose functions are its own.
    where s.nspname in ('public', 'private', 'pg_catalog') and not t.tgisinternal and t.tgparentid = 0 and c.relname !~ '^analytics_events_\d{4}_\d\d'
  union all select 'comment', 'trigger ' || n.nspname || '.' || c.relname || '.' || t.tgname, obj_description(t.oid, 'pg_trigger')
    from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid join schemas n on n.oid = c.relnamespace where not t.tgisinternal
  union all select 'comment', 'constraint ' || r.name || '.' || k.conname, obj_description(k.oid, 'pg_constraint')
    from pg_catalog.pg_constraint k join relations r on r.oid = k.conrelid where k.conparentid = 0
  union all select 'comment', 'policy ' || n.nspname || '.' || c.relname || '.' || p.polname, obj_description(p.oid, 'pg_policy')
    from pg_catalog.pg_policy p join pg_catalog.pg_class c on c.oid = p.polrelid join schemas n on n.oid = c.relnamespace
  union all select 'policy', n.nspname || '.' || c.relname || '.' || p.polname, concat_ws(' ', p.polcmd::text, p.polpermissive,
      (select string_agg(pg_get_userbyid(o), ',' order by pg_get_userbyid(o)) from unnest(p.polroles) o),
      'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid))
    from pg_catalog.pg_policy p join pg_catalog.pg_class c on c.oid = p.polrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  union all select 'publication', pubname || ' ' || schemaname || '.' || tablename, concat_ws(' where ', attnames::text, rowfilter)
    from pg_catalog.pg_publication_tables where schemaname in ('public', 'private')
  union all select 'publication', p.pubname::text, concat_ws(' ', p.pubinsert, p.pubupdate, p.pubdelete, p.pubtruncate, p.pubviaroot, case when p.puballtables then 'all tables' end)
    from pg_catalog.pg_publication p
  union all select 'acl', 'schema ' || nspname, (select string_agg(x::text, ' ' order by x::text) from unnest(coalesce(nspacl, acldefault('n', nspowner))) x)
    from schemas
  union all select 'comment', 'schema ' || nspname, obj_description(oid, 'pg_namespace') from schemas where nspname = 'private'
  union all select 'default acl', concat_ws(' ', pg_get_userbyid(defaclrole), defaclobjtype::text, nullif(defaclnamespace, 0)::regnamespace::text),
      (select string_agg(x::text, ' ' order by x::text) from unnest(defaclacl) x) from pg_catalog.pg_default_acl
)
select kind, name, coalesce(definition, '') as definition from entries where kind <> 'comment' or definition is not null
