-- Formats -------------------------------------------------------------------------------------------------------------

create table public.formats (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 140),
  short_name text check (char_length(short_name) between 1 and 60),
  slug text not null unique constraint formats_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200),
  emoji text check (char_length(emoji) between 1 and 16),
  color text not null default '#6b7280' check (color ~ '^#[0-9a-fA-F]{6}$'),
  broadcaster_id uuid references public.broadcasters on delete set null,
  streaming_provider_id uuid references public.streaming_providers on delete set null,
  streaming_url text check (streaming_url ~ '^https?://' and char_length(streaming_url) <= 500),
  description text check (char_length(description) <= 5000),
  seasons_count integer not null default 0,
  is_active boolean not null default true,
  search_key text not null generated always as (private.search_fold(name || ' ' || coalesce(short_name, ''))) stored,
  external_key text unique check (char_length(external_key) between 1 and 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.formats is
  'A reality-TV format. Inactive ones are visible to staff only. '
  'Stays: until the team deletes what it published.';
comment on column public.formats.seasons_count is 'Rows of seasons; maintained by trigger.';
comment on column public.formats.search_key is 'Folded name and short name for text search.';
comment on column public.formats.external_key is 'Key of an import source, so that a repeated import finds the row.';

create index formats_created_at on public.formats (created_at desc, id) where is_active;
create index formats_broadcaster_id on public.formats (broadcaster_id);
create index formats_streaming_provider_id on public.formats (streaming_provider_id);
create index formats_search on public.formats using gin (search_key extensions.gin_trgm_ops);

create trigger formats_02_lines before insert or update of name, short_name on public.formats
  for each row when (concat(new.name, new.short_name) ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]')
  execute function private.keep_one_line('name', 'short_name');
create trigger formats_03_links before insert or update of streaming_url on public.formats
  for each row execute function private.check_links('streaming_url');
create trigger formats_slug before insert or update of slug on public.formats
  for each row execute function private.set_format_slug();
-- A new season is not an edit of the format.
create trigger formats_touch before update of name, short_name, slug, emoji, color, broadcaster_id, streaming_provider_id,
  streaming_url, description, is_active on public.formats for each row execute function private.touch_updated_at();
create trigger formats_drop_tag after delete on public.formats for each row execute function private.drop_tag();
create trigger formats_facts after insert on public.formats
  referencing new table as new_rows for each statement execute function private.follow_new_formats();
create trigger formats_hand_edit after update of name, short_name, description, broadcaster_id, streaming_provider_id on public.formats
  for each row execute function private.note_hand_edit('formats');
create trigger formats_log_staff after insert or update or delete on public.formats
  for each row when (private.is_client()) execute function private.log_staff_change('format');
create trigger formats_rename_in_events after update of name on public.formats
  for each row when (old.name <> new.name) execute function private.rename_in_events();
create trigger formats_slug_history after update of slug on public.formats
  for each row execute function private.remember_format_slug();
create trigger formats_unfollow after delete on public.formats for each row execute function private.forget_follows();
create trigger formats_words_follow after update on public.formats
  for each row when ((old.search_key, old.is_active) is distinct from (new.search_key, new.is_active)) execute function private.follow_format_name();
create trigger formats_words_gone after delete on public.formats
  for each row execute function private.follow_format_name();
create trigger formats_words_new after insert on public.formats
  for each row when (new.is_active) execute function private.follow_format_name();

alter table public.formats enable row level security;
revoke all on public.formats from public, anon, authenticated;
grant all on public.formats to service_role;
grant select on public.formats to anon;
grant select,
  insert (id, name, short_name, slug, emoji, color, broadcaster_id, streaming_provider_id, streaming_url, description, is_active,
    external_key),
  update (name, short_name, slug, emoji, color, broadcaster_id, streaming_provider_id, streaming_url, description, is_active,
    external_key),
  delete
  on public.formats to authenticated;
create policy "guests read active" on public.formats for select to anon using (is_active);
create policy "members read active, staff all" on public.formats for select to authenticated
  using (is_active or (select private.is_moderator()));
create policy "staff insert" on public.formats for insert to authenticated with check ((select private.is_moderator()));
create policy "staff update" on public.formats for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "admins delete" on public.formats for delete to authenticated using ((select private.is_admin()));

create table public.format_slug_history (
  old_slug text primary key,
  format_id uuid not null references public.formats on delete cascade,
  created_at timestamptz not null default now()
);
comment on table public.format_slug_history is
  'Former addresses of formats: old URLs answer 301. A current slug wins over an entry here. '
  'Stays: until the team deletes what it published.';

create index format_slug_history_format_id on public.format_slug_history (format_id);

alter table public.format_slug_history enable row level security;
revoke all on public.format_slug_history from public, anon, authenticated;
grant all on public.format_slug_history to service_role;
grant select on public.format_slug_history to anon, authenticated;
create policy "everybody reads" on public.format_slug_history for select to anon, authenticated using (true);

-- Facts about the people of a format ----------------------------------------------------------------------------------

-- Stored, because counting and sorting whole casts on each request would get slower with every season.
create table private.format_facts (
  format_id uuid primary key references public.formats on delete cascade,
  participants integer not null,
  best_stars uuid[] not null,
  average_score numeric(4, 1),
  posts integer not null default 0
);
comment on table private.format_facts is
  'Per format: active people who took part, the twelve best, their average HoT score, approved posts tagged with it. Maintained by triggers of casts, seasons and stars; scores and posts as of the last private.refresh_charts(). '
  'Stays: counted from other tables, and says nothing that they do not say.';

revoke all on private.format_facts from public, anon, authenticated, service_role;
grant select on private.format_facts to anon, authenticated, service_role;
