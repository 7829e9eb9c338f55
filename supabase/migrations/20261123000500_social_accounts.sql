-- Accounts and followers ----------------------------------------------------------------------------------------------

create table public.star_social_accounts (
  id uuid primary key default gen_random_uuid(),
  star_id uuid not null references public.stars on delete cascade,
  platform text not null check (platform in ('instagram', 'tiktok', 'youtube', 'x', 'threads')),
  handle text not null check (char_length(handle) between 1 and 100),
  url text not null check (url ~ '^https://' and char_length(url) <= 500),
  followers integer check (followers >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (star_id, platform)
);
comment on table public.star_social_accounts is 'A star''s account on one platform, maintained by staff one by one or by CSV.';
-- For the Social-Media-Bestenliste of one platform.
create index star_social_accounts_platform on public.star_social_accounts (platform, followers desc nulls last, star_id);
create trigger star_social_accounts_touch before update on public.star_social_accounts
  for each row execute function private.touch_updated_at();

create table public.star_social_followers (
  account_id uuid not null references public.star_social_accounts on delete cascade,
  day date not null,
  followers integer not null check (followers >= 0),
  primary key (account_id, day)
);
comment on table public.star_social_followers is 'Followers of an account by Berlin day, for the growth in the chart. Written by trigger whenever followers are set.';

create function private.record_followers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.followers is not null then
    insert into public.star_social_followers (account_id, day, followers)
    values (new.id, private.berlin_day(now()), new.followers)
    on conflict (account_id, day) do update set followers = excluded.followers;
  end if;
  return null;
end $$;
comment on function private.record_followers() is 'Trigger: one entry of the history a day, the last one wins.';
create trigger star_social_accounts_history after insert or update of followers on public.star_social_accounts
  for each row execute function private.record_followers();

alter table public.star_social_accounts enable row level security;
revoke all on public.star_social_accounts from public, anon, authenticated;
grant select on public.star_social_accounts to anon, authenticated;
grant insert (id, star_id, platform, handle, url, followers), update (star_id, platform, handle, url, followers), delete
  on public.star_social_accounts to authenticated;
grant all on public.star_social_accounts to service_role;
create policy "everybody reads" on public.star_social_accounts for select to anon, authenticated using (true);
create policy "staff insert" on public.star_social_accounts for insert to authenticated with check ((select private.is_moderator()));
create policy "staff update" on public.star_social_accounts for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "staff delete" on public.star_social_accounts for delete to authenticated using ((select private.is_moderator()));

alter table public.star_social_followers enable row level security;
revoke all on public.star_social_followers from public, anon, authenticated;
grant select on public.star_social_followers to anon, authenticated;
grant all on public.star_social_followers to service_role;
create policy "everybody reads" on public.star_social_followers for select to anon, authenticated using (true);

create index star_social_accounts_updated_at on public.star_social_accounts (updated_at, id);

create trigger star_social_accounts_log_staff after insert or update or delete on public.star_social_accounts
  for each row when (private.is_client()) execute function private.log_staff_change('social_account');

-- Followers of a star over all accounts -------------------------------------------------------------------------------

-- Stored, because the chart over all platforms is ordered by this sum.
create table private.star_followers (
  star_id uuid primary key references public.stars on delete cascade,
  followers bigint not null
);
comment on table private.star_followers is 'Sum of the known followers of a star over all platforms; maintained by trigger of star_social_accounts. No row when none are known.';
create index star_followers_order on private.star_followers (followers desc, star_id);
revoke all on private.star_followers from public, anon, authenticated;
grant select on private.star_followers to anon, authenticated, service_role;

create function private.sum_star_followers() returns trigger
language plpgsql security definer set search_path = '' as $$
declare star uuid;
begin
  foreach star in array array[case when tg_op <> 'INSERT' then old.star_id end, case when tg_op <> 'DELETE' then new.star_id end] loop
    continue when star is null or not exists (select from public.stars s where s.id = star);
    delete from private.star_followers f where f.star_id = star
      and not exists (select from public.star_social_accounts a where a.star_id = star and a.followers is not null);
    insert into private.star_followers as f (star_id, followers)
      select star, sum(a.followers) from public.star_social_accounts a where a.star_id = star and a.followers is not null having count(*) > 0
      on conflict (star_id) do update set followers = excluded.followers;
  end loop;
  return null;
end $$;
comment on function private.sum_star_followers() is 'Trigger: private.star_followers equals the sum over a star''s accounts.';
create trigger star_social_accounts_sum after insert or delete or update of star_id, followers on public.star_social_accounts
  for each row execute function private.sum_star_followers();

-- Admin ---------------------------------------------------------------------------------------------------------------

-- /admin/stars/social-media: single accounts, a tour of the most outdated numbers, or CSV.

create function private.social_item(a public.star_social_accounts) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('id', a.id, 'platform', a.platform, 'handle', a.handle, 'url', a.url, 'followers', a.followers,
      'updated_at', a.updated_at,
      -- The latest record that is at least 30 days old, which the public chart compares with.
      'month_ago', (select h.followers from public.star_social_followers h
        where h.account_id = a.id and h.day <= private.berlin_day(now()) - 30 order by h.day desc limit 1),
      'star', jsonb_build_object('id', s.id, 'slug', s.slug, 'first_name', s.first_name, 'last_name', s.last_name,
        'nickname', s.nickname, 'avatar_url', s.avatar_url, 'is_active', s.is_active))
    from public.stars s where s.id = a.star_id);
end $$;
comment on function private.social_item(public.star_social_accounts) is 'A social account as adminSocialAccount.';
grant execute on function private.social_item(public.star_social_accounts) to authenticated;

create function private.admin_list_social(star uuid, words text[], of_platform text, state text, sort text, after text, wanted integer)
returns table (id uuid, keys text[])
language plpgsql stable security definer rows 50 set search_path = '' as $$
declare
  patterns constant text[] := private.like_patterns(words);
  last constant text[] := private.cursor_parts(after, case sort when 'oldest' then '{instant,uuid}'::text[] when 'name' then '{text,uuid}' else '{integer,uuid}' end);
begin
  perform private.require_moderator();
  return query
    select t.id, array[case sort when 'oldest' then t.updated_at::text when 'name' then t.sort_key else t.known::text end, t.id::text]
    from (
      select a.id, a.updated_at, s.sort_key, coalesce(a.followers, -1) as known
      from public.star_social_accounts a join public.stars s on s.id = a.star_id
      where (star is null or a.star_id = star) and s.search_key like all (patterns)
        and (of_platform is null or a.platform = of_platform)
        and (state is null or case state when 'outdated' then a.updated_at < now() - interval '30 days' else a.followers is null end)
    ) t
    where last is null or case sort
      when 'oldest' then (t.updated_at, t.id) > (last[1]::timestamptz, last[2]::uuid)
      when 'name' then (t.sort_key, t.id) > (last[1] collate "C", last[2]::uuid)
      else t.known < last[1]::integer or (t.known = last[1]::integer and t.id > last[2]::uuid) end
    order by case when sort = 'oldest' then t.updated_at end, case when sort = 'name' then t.sort_key end,
      case when sort = 'followers' then t.known end desc, t.id
    limit wanted;
end $$;
comment on function private.admin_list_social(uuid, text[], text, text, text, text, integer) is
  'Ids of social accounts for staff: of one star, matching names, of one platform, outdated (30 days) or empty (no number), in order oldest, name or followers, after a cursor.';
grant execute on function private.admin_list_social(uuid, text[], text, text, text, text, integer) to authenticated;

create function public.admin_social_page(
  p_star text default null, p_query text default null, p_platform text default null, p_state text default null,
  p_sort text default 'oldest', p_after text default null, p_limit integer default 30
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 30);
  sort constant text := case when p_sort in ('name', 'followers') then p_sort else 'oldest' end;
  state constant text := case when p_state in ('outdated', 'empty') then p_state end;
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select l.id, l.keys, l.place
      from private.admin_list_social(private.as_uuid(p_star), private.search_words(p_query), nullif(p_platform, ''), state, sort, p_after, wanted + 1)
        with ordinality as l (id, keys, place)
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(private.social_item(a) order by l.place)
        from listed l join public.star_social_accounts a on a.id = l.id where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(variadic l.keys) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function public.admin_social_page(text, text, text, text, text, text, integer) is
  'Page /admin/stars/social-media for staff: of one star, words of its name, platform, state outdated or empty, sort oldest, name or followers, keyset cursor.';

create function public.admin_save_social(p_id uuid, p_values jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  -- An account never moves to another star.
  wanted constant jsonb := case when p_id is null then p_values else p_values - 'star_id' end;
  saved jsonb;
begin
  perform private.require_moderator();
  saved := private.save_row('public.star_social_accounts', p_id::text, wanted);
  if saved is null then
    raise exception 'Dieses Konto gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
  end if;
  return private.social_item(jsonb_populate_record(null::public.star_social_accounts, saved));
exception
  when unique_violation then
    raise exception 'Auf dieser Plattform hat der Star schon ein Konto.' using errcode = '23505', hint = 'account_there';
  when foreign_key_violation then
    raise exception 'Diesen Star gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
end $$;
comment on function public.admin_save_social(uuid, jsonb) is
  'RPC for staff: adds an account (p_id null) or changes one; p_values has a key for each column to set. A number, even an unchanged one, counts as checked today. Returns the account.';

create function public.admin_delete_social(p_id uuid) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_moderator();
  delete from public.star_social_accounts a where a.id = p_id;
  if not found then raise exception 'Dieses Konto gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone'; end if;
end $$;
comment on function public.admin_delete_social(uuid) is 'RPC for staff: removes a social account and its history.';

revoke all on function public.admin_social_page(text, text, text, text, text, text, integer),
  public.admin_save_social(uuid, jsonb), public.admin_delete_social(uuid) from public, anon, authenticated;
grant execute on function public.admin_social_page(text, text, text, text, text, text, integer),
  public.admin_save_social(uuid, jsonb), public.admin_delete_social(uuid) to authenticated;

-- CSV import ----------------------------------------------------------------------------------------------------------

-- CSV of social accounts: preview of each line, then all or nothing. The file is parsed by domain.

-- Joins by equality only, so that two thousand lines are matched with all stars in one pass.
create function private.find_import_stars(lines jsonb) returns table (line integer, star_id uuid, hits bigint)
language sql stable security definer set search_path = '' as $$
  with given as (
    select (l ->> 'line')::integer as line, l ->> 'star' as name, private.slugify(l ->> 'star') as slug, private.search_fold(l ->> 'star') as folded
    from jsonb_array_elements(lines) l
  ), found as (
    -- A slug or key identifies one star; a name may match several.
    select g.line, s.id, 1 as way from given g join public.stars s on s.slug = g.name
    union all select g.line, s.id, 2 from given g join public.stars s on s.external_key = g.name
    union all select g.line, h.star_id, 3 from given g join public.star_slug_history h on h.old_slug = g.name
    union all select g.line, s.id, 4 from given g join public.stars s on s.sort_key = g.folded
    union all select g.line, s.id, 4 from given g join public.stars s on s.search_key = g.folded
    union all select g.line, s.id, 4 from given g join public.stars s on s.nickname is not null and private.search_fold(s.nickname) = g.folded
  ), best as (
    select f.line, f.id from found f where f.way = (select min(o.way) from found o where o.line = f.line) group by f.line, f.id
  )
  select b.line, (array_agg(b.id))[1], count(*) from best b group by b.line
$$;
comment on function private.find_import_stars(jsonb) is
  'The star each line of an import names: by address, external key, former address, or folded name (first and last, all parts, nickname).';

create function private.check_social_import(lines jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with given as (
      select (l ->> 'line')::integer as line, l ->> 'star' as name, l ->> 'platform' as platform, l ->> 'handle' as handle,
        l ->> 'url' as url, (l ->> 'followers')::integer as followers
      from jsonb_array_elements(lines) l
    ), matched as (
      select g.*, f.hits, s.id as star_id, s.slug, s.full_name as star_name, a.id as account_id, a.handle as old_handle,
        a.url as old_url, a.followers as old_followers,
        s.id is not null and f.hits = 1 and row_number() over (partition by s.id, g.platform order by g.line) > 1 as is_repeated
      from given g
      left join private.find_import_stars(lines) f on f.line = g.line
      left join public.stars s on s.id = f.star_id and f.hits = 1
      left join public.star_social_accounts a on a.star_id = s.id and a.platform = g.platform
    ), judged as (
      select m.*, case
        when m.hits is null then 'unknown_star'
        when m.hits > 1 then 'ambiguous_star'
        when m.is_repeated then 'repeated'
        when m.account_id is null and m.handle is null then 'handle_missing' end as problem
      from matched m
    )
    select coalesce(jsonb_agg(jsonb_build_object('line', j.line, 'star_id', j.star_id, 'star_slug', j.slug,
      'star_name', coalesce(j.star_name, j.name), 'account_id', j.account_id, 'platform', j.platform,
      'handle', coalesce(j.handle, j.old_handle), 'url', coalesce(j.url, j.old_url),
      'before', j.old_followers, 'followers', coalesce(j.followers, j.old_followers), 'problem', j.problem,
      'effect', case when j.problem is not null then 'problem' when j.account_id is null then 'new'
        when coalesce(j.handle, j.old_handle) = j.old_handle and coalesce(j.followers, j.old_followers) is not distinct from j.old_followers
        then 'same' else 'changed' end) order by j.line), '[]'::jsonb)
    from judged j);
end $$;
comment on function private.check_social_import(jsonb) is 'Effect of each line: new, changed, same, or the problem that stops the import.';

create function private.import_social(lines jsonb, apply boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare checked jsonb;
begin
  perform private.require_moderator();
  if jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) not between 1 and 2000 then
    perform private.refuse('Eine Datei hat 1 bis 2.000 Zeilen.', 'row_count');
  end if;
  checked := private.check_social_import(lines);
  if not coalesce(apply, false) then return checked; end if;
  if jsonb_path_exists(checked, '$[*] ? (@.effect == "problem")') then
    perform private.refuse('In der Datei sind noch Fehler.', 'import_has_problems');
  end if;
  perform private.log_staff_action('import_social_accounts', 'social_account', null, jsonb_build_object('lines', jsonb_array_length(checked),
    'new', jsonb_array_length(jsonb_path_query_array(checked, '$[*] ? (@.effect == "new")'))));
  insert into public.star_social_accounts as a (star_id, platform, handle, url, followers)
    select (l ->> 'star_id')::uuid, l ->> 'platform', l ->> 'handle', l ->> 'url', (l ->> 'followers')::integer
    from jsonb_array_elements(checked) l
  on conflict (star_id, platform) do update
    set handle = excluded.handle, url = excluded.url, followers = excluded.followers;
  return checked;
end $$;
comment on function private.import_social(jsonb, boolean) is 'Checks the lines and, when asked to and none has a problem, applies them all.';
grant execute on function private.import_social(jsonb, boolean) to authenticated;

create function public.admin_import_social(p_lines text, p_apply boolean default false) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare lines jsonb;
begin
  perform private.require_moderator();
  begin
    lines := p_lines::jsonb;
  exception when others then
    perform private.refuse('Das sind keine Zeilen eines Imports.', 'row_count');
  end;
  return private.import_social(lines, p_apply);
end $$;
comment on function public.admin_import_social(text, boolean) is
  'RPC for staff: lines as JSON text [{line, star, platform, handle, url, followers}]; returns the effect of each. With p_apply they are written, all or none.';
revoke all on function public.admin_import_social(text, boolean) from public, anon, authenticated;
grant execute on function public.admin_import_social(text, boolean) to authenticated;
