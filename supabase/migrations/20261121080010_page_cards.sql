-- The pieces pages are made of, as views that run as the caller (row-level security decides) and that the planner can see through.
-- Their jsonb columns have the shapes of domain/src/wire: *_ref where a name and a face are enough, *_card in lists.

create view private.star_cards with (security_invoker = on) as
select s.id, s.slug, s.sort_key, x.hot_score, x.rank,
  jsonb_build_object('id', s.id, 'slug', s.slug, 'first_name', s.first_name, 'last_name', s.last_name, 'nickname', s.nickname,
    'avatar_url', s.avatar_url) as ref,
  jsonb_build_object('id', s.id, 'slug', s.slug, 'first_name', s.first_name, 'last_name', s.last_name, 'nickname', s.nickname,
    'avatar_url', s.avatar_url, 'hot_score', x.hot_score, 'votes', x.votes_count, 'rank', x.rank,
    'rank_week_ago', case when x.rank is not null then x.rank_week_ago end) as card
from public.stars s
join public.star_scores x on x.star_id = s.id
where s.is_active;
comment on view private.star_cards is 'Active stars as starRef and starCard. Score and ranks are null below the minimum of weighing votes.';

create view private.member_refs with (security_invoker = on) as
select m.id,
  jsonb_build_object('id', m.id, 'nickname', m.nickname, 'slug', m.slug, 'avatar_url', m.avatar_url, 'karma', m.karma) as ref
from public.public_profiles m;
comment on view private.member_refs is 'Members as memberRef, from public_profiles only: no e-mail, no full name.';

create view private.format_refs with (security_invoker = on) as
select f.id, f.slug, f.search_key, f.streaming_url, f.broadcaster_id, f.streaming_provider_id,
  jsonb_build_object('id', f.id, 'slug', f.slug, 'name', f.name, 'short_name', f.short_name, 'emoji', f.emoji, 'color', f.color) as ref
from public.formats f
where f.is_active;
comment on view private.format_refs is 'Active formats as formatRef.';

create view private.broadcaster_refs with (security_invoker = on) as
select b.id, b.name, b.type, b.active,
  jsonb_build_object('id', b.id, 'name', b.name, 'color', b.color, 'type', b.type, 'website_url', b.website_url) as ref
from public.broadcasters b;
comment on view private.broadcaster_refs is 'Broadcasters as broadcasterRef.';

create view private.provider_refs with (security_invoker = on) as
select p.id, p.name, p.active,
  jsonb_build_object('id', p.id, 'name', p.name, 'color', p.color, 'website_url', p.website_url) as ref
from public.streaming_providers p;
comment on view private.provider_refs is 'Streaming providers as providerRef.';

create view private.event_items with (security_invoker = on) as
select e.id, e.format_id, e.season_id, e.broadcaster_id, e.streaming_provider_id, e.event_date, e.event_time, e.episode_number,
  jsonb_build_object('id', e.id, 'title', e.title, 'event_type', e.event_type, 'event_date', e.event_date, 'event_time', e.event_time,
    'duration_minutes', e.duration_minutes, 'channel', e.channel, 'streaming_platform', e.streaming_platform,
    'streaming_color', p.color, 'streaming_url', f.streaming_url, 'description', e.description, 'is_live', e.is_live,
    'season_number', coalesce(e.season_number, s.season_number), 'season_slug', s.slug, 'episode_number', e.episode_number,
    'format_name', e.format_name, 'format', f.ref) as item
from public.calendar_events e
left join private.format_refs f on f.id = e.format_id
left join public.streaming_providers p on p.id = e.streaming_provider_id
left join public.seasons s on s.id = e.season_id
where e.is_occurrence;
comment on view private.event_items is 'Calendar entries as calendarEvent; the templates of series are left out.';

create view private.post_cards with (security_invoker = on) as
select p.id, p.type,
  jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'excerpt', left(p.content, 180),
    'created_at', p.created_at, 'last_activity_at', p.last_activity_at, 'author', m.ref, 'hearts', p.hearts_count,
    'poops', p.poops_count, 'comments', p.comments_count, 'votes', p.votes_count,
    'rumor', case when p.type = 'rumor' then
      jsonb_build_object('status', coalesce(r.rumor_status, 'unverified'), 'agree', coalesce(r.agree_count, 0), 'disagree', coalesce(r.disagree_count, 0)) end,
    'poll', case when p.type = 'poll' then jsonb_build_object('ends_at', p.poll_ends_at, 'options', coalesce((
      select jsonb_agg(jsonb_build_object('id', o.id, 'text', o.text, 'position', o.position, 'votes', o.votes_count) order by o.position)
      from public.poll_options o where o.post_id = p.id), '[]'::jsonb)) end) as card
from public.community_posts p
left join private.member_refs m on m.id = p.author_id
left join public.post_rumors r on r.post_id = p.id
where p.status = 'approved';
comment on view private.post_cards is 'Approved posts as postCard; the author is null when the account is gone.';

grant select on private.star_cards, private.member_refs, private.format_refs, private.broadcaster_refs, private.provider_refs,
  private.event_items, private.post_cards to anon, authenticated, service_role;

create function private.format_by(p_key text) returns uuid
language plpgsql stable set search_path = '' as $$
declare by_id constant uuid := private.as_uuid(p_key);
begin
  return (
    select coalesce(
      (select f.id from public.formats f where f.is_active and f.id = by_id),
      (select f.id from public.formats f where f.is_active and f.slug = p_key),
      (select f.id from public.format_slug_history h join public.formats f on f.id = h.format_id and f.is_active where h.old_slug = p_key))
  );
end $$;
comment on function private.format_by(text) is 'Active format by id, current slug or former slug; null when there is none.';
grant execute on function private.format_by(text) to anon, authenticated, service_role;
