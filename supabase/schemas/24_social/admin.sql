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
        'nickname', s.nickname, 'avatar_url', s.avatar_url, 'is_active', s.is_active) || private.distinguished(s.id, s.sort_key, s.search_key))
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
grant execute on function public.admin_social_page(text, text, text, text, text, text, integer) to authenticated, service_role;

create function public.admin_save_social(p_id uuid, p_values jsonb, p_seen timestamptz default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  -- An account never moves to another star.
  wanted constant jsonb := case when p_id is null then p_values else p_values - 'star_id' end;
  saved jsonb;
begin
  perform private.require_moderator();
  saved := private.save_row('public.star_social_accounts', p_id::text, wanted, p_seen);
  if saved is null and exists (select from public.star_social_accounts a where a.id = p_id) then
    perform private.refuse('star.changed_meanwhile.account');
  elsif saved is null then
    perform private.refuse('star.target_gone.account', '23503');
  end if;
  return private.social_item(jsonb_populate_record(null::public.star_social_accounts, saved));
exception
  when unique_violation then
    perform private.refuse('star.account_there', '23505');
  when foreign_key_violation then
    perform private.refuse('star.target_gone', '23503');
end $$;
comment on function public.admin_save_social(uuid, jsonb, timestamptz) is
  'RPC for staff: adds an account (p_id null) or changes one; p_values has a key for each column to set. A number, even an unchanged one, counts as checked today. Only if it was last changed at p_seen, unless that is null (hint changed_meanwhile). Returns the account.';
grant execute on function public.admin_save_social(uuid, jsonb, timestamptz) to authenticated, service_role;

create function public.admin_delete_social(p_id uuid) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_moderator();
  delete from public.star_social_accounts a where a.id = p_id;
  if not found then perform private.refuse('star.target_gone.account', '23503'); end if;
end $$;
comment on function public.admin_delete_social(uuid) is 'RPC for staff: removes a social account and its history.';
grant execute on function public.admin_delete_social(uuid) to authenticated, service_role;
