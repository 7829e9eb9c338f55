-- Imports that spare what people corrected, and can be undone (docs/decisions/072-import-safety.md) -------------------

create table private.hand_edits (
  table_name text not null,
  -- The season of a participation, whose star is in part_id.
  row_id uuid not null,
  part_id uuid not null default '00000000-0000-0000-0000-000000000000',
  column_name text not null,
  edited_at timestamptz not null default clock_timestamp(),
  primary key (table_name, row_id, part_id, column_name)
);
comment on table private.hand_edits is 'Values that the team corrected by hand: an import leaves them alone unless told otherwise. Written by trigger.';

alter table private.hand_edits enable row level security;
revoke all on private.hand_edits from public, anon, authenticated, service_role;

create table private.imports (
  id uuid primary key default gen_random_uuid(),
  applied_at timestamptz not null default clock_timestamp(),
  -- Nobody, where npm run import did it.
  applied_by uuid references public.profiles on delete set null,
  counts jsonb not null,
  -- {formats, seasons, stars, participants, episodes, broadcasters, providers}: ids; participations as {season_id, star_id}.
  created jsonb not null,
  -- [{table, id, part, column, old, new}]
  changed jsonb not null,
  undone_at timestamptz,
  -- No foreign key: what was taken away may have been restored by itself.
  removed_bin uuid
);
comment on table private.imports is
  'What each import made and replaced, for 30 days, so that it can be undone. Written by private.apply_import(). '
  'Not exported: who of the team imported something; nothing about that person.';

create index imports_applied on private.imports (applied_at desc, id desc);
create index imports_applied_by on private.imports (applied_by);

alter table private.imports enable row level security;
revoke all on private.imports from public, anon, authenticated, service_role;
comment on column private.imports.removed_bin is 'The entry of the bin with what the files lacked and somebody ticked.';

-- Whoever is asked once is not asked again (docs/decisions/124-one-season-two-hands.md).
create table private.import_keys (
  table_name text not null check (table_name in ('formats', 'stars', 'episodes')),
  key text not null check (char_length(key) between 1 and 200),
  row_id uuid not null,
  -- Null behind its 30 days. What an undone import was told does not hold.
  import_id uuid references private.imports on delete set null,
  primary key (table_name, key)
);
comment on table private.import_keys is
  'Keys of files that somebody said mean a row that is there already. Its own key, external_key, comes first.';

create index import_keys_import on private.import_keys (import_id);

alter table private.import_keys enable row level security;
revoke all on private.import_keys from public, anon, authenticated, service_role;

-- How long it is kept -------------------------------------------------------------------------------------------------

create function private.retain_imports() returns void
language sql set search_path = '' as $$
  delete from private.import_keys k using private.imports i
    where i.id = k.import_id and i.undone_at is not null and i.applied_at < now() - interval '30 days';
  delete from private.imports where applied_at < now() - interval '30 days';
  delete from private.import_keys k where not exists (select from public.formats f where f.id = k.row_id)
    and not exists (select from public.stars s where s.id = k.row_id) and not exists (select from public.calendar_events e where e.id = k.row_id)
    and not exists (select from private.binned_rows b where b.content ->> 'id' = k.row_id::text);
  delete from private.hand_edits h where not exists (select from public.formats f where f.id = h.row_id)
    and not exists (select from public.seasons s where s.id = h.row_id) and not exists (select from public.stars s where s.id = h.row_id)
    and not exists (select from public.calendar_events e where e.id = h.row_id)
    -- What lies in the bin comes back with them.
    and not exists (select from private.binned_rows b where b.content ->> 'id' = h.row_id::text);
$$;
comment on function private.retain_imports() is 'Retention: what an import made and replaced, for 30 days; what was edited by hand and which keys mean it as long as its row, behind private.retain_bin().';
