-- Comments for the team (docs/decisions/069-comments-screen.md) -------------------------------------------------------

-- A night of spam is 30 comments on 30 pages: here they are found in one list.

create function private.found_comments(
  query text, author uuid, kind text, days integer, after_at timestamptz, after_id uuid, wanted integer
) returns setof public.comments
language plpgsql stable security definer set search_path = '' as $$
declare
  since constant timestamptz := now() - make_interval(days => least(greatest(coalesce(days, 7), 1), 30));
  patterns constant text[] := private.like_patterns(private.search_words(query));
begin
  return query
  select c.* from public.comments c
  where c.created_at > since and c.deleted_at is null
    and (after_at is null or (c.created_at, c.id) < (after_at, after_id))
    and (author is null or c.author_id = author)
    and case kind
      when 'links' then private.shows_link(c.content)
      when 'new' then exists (select from public.profiles p where p.id = c.author_id and p.created_at > now() - interval '7 days')
      when 'reported' then exists (select from public.reports r where r.target_comment_id = c.id and r.status = 'pending' and r.counts)
      else true end
    and (patterns = '{}' or private.search_fold(private.text_said(c.content)) like all (patterns))
  order by c.created_at desc, c.id desc limit wanted;
end $$;
comment on function private.found_comments(text, uuid, text, integer, timestamptz, uuid, integer) is
  'Comments of the last days (30 at most) that still stand, latest first. kind: links, new (accounts of less than a week), reported, or null.';

create function private.comments_for_team(query text, nickname text, kind text, days integer, after text, most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(most, 20, 50);
  last constant text[] := private.cursor_parts(after, '{instant,uuid}');
  author uuid;
begin
  perform private.require_moderator();
  if coalesce(nickname, '') <> '' then
    select p.id into author from public.profiles p where private.nickname_key(p.nickname) = private.nickname_key(private.trim_text(comments_for_team.nickname));
    if not found then return jsonb_build_object('items', '[]'::jsonb, 'next', null, 'ids', '[]'::jsonb); end if;
  end if;
  return (
    with listed as materialized (
      select c.*, row_number() over () as place
      from private.found_comments(query, author, kind, days, last[1]::timestamptz, last[2]::uuid, wanted + 1) c
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.id, 'version', private.target_version('comment:' || l.id), 'text', l.content, 'at', l.created_at, 'author', private.case_author(l.author_id),
            'joined_at', m.created_at, 'is_own', l.author_id is not distinct from auth.uid(),
            'post', jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'created_at', p.created_at, 'status', p.status),
            'reports', (select count(*) from public.reports r where r.target_comment_id = l.id and r.status = 'pending' and r.counts))
          order by l.place)
        from listed l join public.community_posts p on p.id = l.post_id left join public.profiles m on m.id = l.author_id
        where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted)),
      -- Whoever chooses all means all, not what is loaded.
      'ids', case when after is null then coalesce((
        select jsonb_agg(jsonb_build_object('id', f.id, 'author', f.author_id, 'version', private.target_version('comment:' || f.id)))
        from private.found_comments(query, author, kind, days, null, null, 1000) f where f.author_id is distinct from auth.uid()), '[]'::jsonb) end));
end $$;
comment on function private.comments_for_team(text, text, text, integer, text, integer) is 'See public.admin_comments_page().';
grant execute on function private.comments_for_team(text, text, text, integer, text, integer) to authenticated;

create function public.admin_comments_page(
  p_query text default null, p_author text default null, p_kind text default null, p_days integer default null, p_after text default null,
  p_limit integer default null
) returns jsonb
language sql stable set search_path = '' as $$ select private.comments_for_team(p_query, p_author, p_kind, p_days, p_after, p_limit) $$;
comment on function public.admin_comments_page(text, text, text, integer, text, integer) is
  'RPC for staff: comments of up to 30 days, latest first, by words, nickname and kind (links, new, reported); {items, next, ids}. ids (first page only): the latest 1,000 of all that match, with their authors.';
grant execute on function public.admin_comments_page(text, text, text, integer, text, integer) to authenticated, service_role;

create function private.remove_comments(ids uuid[], reason text, rule text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.given_reason(reason);
  comment_id uuid;
  removed integer := 0;
begin
  perform private.require_moderator();
  if cardinality(ids) > 200 then perform private.refuse('moderation.row_count'); end if;
  -- In one order, so that two at once do not wait for each other.
  for comment_id in select distinct x from unnest(ids) x order by x loop
    begin
      perform private.moderate_content(comment_id, 'comment', 'delete', why, null, null, rule, true, null);
      removed := removed + 1;
    exception when others then
      -- Gone meanwhile, one's own, or somebody else of the team is at it.
      if sqlstate not in ('23503', '42501', 'P0001') then raise; end if;
    end;
  end loop;
  return jsonb_build_object('removed', removed, 'skipped', (select count(distinct x) from unnest(ids) x) - removed);
end $$;
comment on function private.remove_comments(uuid[], text, text) is 'See public.admin_remove_comments().';
grant execute on function private.remove_comments(uuid[], text, text) to authenticated;

create function public.admin_remove_comments(p_ids uuid[], p_reason text, p_rule text default null) returns jsonb
language sql set search_path = '' set statement_timeout = '30s' as $$ select private.remove_comments(p_ids, p_reason, p_rule) $$;
comment on function public.admin_remove_comments(uuid[], text, text) is
  'RPC for staff: removes up to 200 comments, each a decision with this reason; {removed, skipped}. Hints reason_required, row_count.';
grant execute on function public.admin_remove_comments(uuid[], text, text) to authenticated, service_role;
