-- The bin of what editors delete (docs/decisions/071-bin.md) ----------------------------------------------------------

-- Deleting a format takes its seasons, casts and hundreds of events with one press: as posts, they can be restored for 30 days.

create table private.bin (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('format', 'season', 'star', 'event', 'news', 'import', 'spam', 'merge')),
  name text not null check (char_length(name) <= 300),
  -- How much went along, by the names in private.binned_tables().
  counts jsonb not null default '{}',
  removed_at timestamptz not null default clock_timestamp(),
  removed_by uuid references public.profiles on delete set null,
  -- No foreign key: the star that stayed may lie in the bin itself.
  merged_into uuid check (merged_into is null or kind = 'merge')
);
comment on table private.bin is
  'What the team deleted, restorable for 30 days. Written by private.put_in_bin(), emptied by private.apply_retention(). '
  'Not exported: who of the team deleted something of the site''s own; nothing about that person.';
comment on column private.bin.merged_into is 'The star that stayed, of a merge.';

create index bin_removed on private.bin (removed_at desc, id desc);
create index bin_removed_by on private.bin (removed_by);
create index bin_merged_into on private.bin (merged_into) where merged_into is not null;

alter table private.bin enable row level security;
revoke all on private.bin from public, anon, authenticated, service_role;

create table private.binned_rows (
  bin_id uuid not null references private.bin on delete cascade,
  place integer not null,
  table_name text not null,
  -- Votes and follows belong to a member, and go with their account.
  member_id uuid references public.profiles on delete cascade,
  content jsonb not null,
  primary key (bin_id, place)
);
comment on table private.binned_rows is
  'Rows of what is in the bin, whole and in the order in which they are restored. '
  'Stays: with what lies in the bin.';

create index binned_rows_member on private.binned_rows (member_id);
create index binned_participants on private.binned_rows ((content ->> 'star_id')) where table_name = 'public.season_participants';

alter table private.binned_rows enable row level security;
revoke all on private.binned_rows from public, anon, authenticated, service_role;

-- A merge of two stars can be undone for 30 days (docs/decisions/092-merges-undone.md) --------------------------------

create table private.merged_rows (
  bin_id uuid not null references private.bin on delete cascade,
  place integer not null,
  table_name text not null,
  member_id uuid references public.profiles on delete cascade,
  -- Null: the merge brought the row.
  before jsonb,
  -- Null: the merge removed the row.
  after jsonb,
  primary key (bin_id, place)
);
comment on table private.merged_rows is
  'What a merge changed at the star that stayed, row by row, so that undoing it takes only that back. '
  'Stays: with what lies in the bin.';

create index merged_rows_member on private.merged_rows (member_id);

alter table private.merged_rows enable row level security;
revoke all on private.merged_rows from public, anon, authenticated, service_role;

-- In the export -------------------------------------------------------------------------------------------------------

create function private.export_bin(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'private.binned_rows', (select jsonb_agg(jsonb_build_object('table', b.table_name, 'row', b.content - '{user_id,member_id}'::text[]) order by b.bin_id, b.place)
      from private.binned_rows b where b.member_id = me),
    'private.merged_rows', (select jsonb_agg(jsonb_build_object('table', m.table_name, 'before', m.before - '{user_id,member_id}'::text[],
        'after', m.after - '{user_id,member_id}'::text[]) order by m.bin_id, m.place)
      from private.merged_rows m where m.member_id = me))
$$;
comment on function private.export_bin(uuid) is 'Export: rows of the member that lie in the bin with what they belong to.';
