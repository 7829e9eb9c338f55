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

-- An import that is applied is the one that was shown -----------------------------------------------------------------

create function private.import_social(lines jsonb, apply boolean, seen jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare checked jsonb;
begin
  perform private.require_moderator();
  if jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) not between 1 and 2000 then
    perform private.refuse('star.row_count');
  end if;
  checked := private.check_social_import(lines);
  if not coalesce(apply, false) then return checked; end if;
  if jsonb_path_exists(checked, '$[*] ? (@.effect == "problem")') then
    perform private.refuse('star.import_has_problems');
  end if;
  if seen is distinct from checked then
    perform private.refuse('star.import_changed');
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
comment on function private.import_social(jsonb, boolean, jsonb) is 'See public.admin_import_social().';
grant execute on function private.import_social(jsonb, boolean, jsonb) to authenticated;

create function public.admin_import_social(p_lines text, p_apply boolean default false, p_seen jsonb default null) returns jsonb
language plpgsql security invoker set search_path = '' set statement_timeout = '120s' as $$
declare lines jsonb;
begin
  perform private.require_moderator();
  begin
    lines := p_lines::jsonb;
  exception when others then
    perform private.refuse('star.row_count.rows');
  end;
  return private.import_social(lines, p_apply, p_seen);
end $$;
comment on function public.admin_import_social(text, boolean, jsonb) is
  'RPC for staff: what each line changes; with p_apply it is done, all or none. p_seen: the answer that was shown; if it would be another one by now, nothing is done.';
grant execute on function public.admin_import_social(text, boolean, jsonb) to authenticated, service_role;
