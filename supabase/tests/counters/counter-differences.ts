/** Compares every stored counter with the rows it counts; returns the differences. */
export const counterDifferences = `
  select 'post ' || p.id as what from public.community_posts p where (p.hearts_count, p.poops_count, p.comments_count, p.votes_count) <> (
    (select count(*) from public.post_reactions r where r.post_id = p.id and r.reaction = 'heart'),
    (select count(*) from public.post_reactions r where r.post_id = p.id and r.reaction = 'poop'),
    (select count(*) from public.comments c where c.post_id = p.id and c.deleted_at is null),
    (select count(*) from public.rumor_votes v where v.post_id = p.id) + (select count(*) from public.poll_votes v where v.post_id = p.id))
    or p.hot_rank <> private.hot_rank(p.hearts_count, p.poops_count, p.votes_count, p.comments_count, p.created_at)
  union all select 'rumor ' || r.post_id from public.post_rumors r where (r.agree_count, r.disagree_count) <> (
    (select count(*) from public.rumor_votes v where v.post_id = r.post_id and v.vote = 'agree'),
    (select count(*) from public.rumor_votes v where v.post_id = r.post_id and v.vote = 'disagree'))
  union all select 'option ' || o.id from public.poll_options o
    where o.votes_count <> (select count(*) from public.poll_votes v where v.option_id = o.id)
  union all select 'comment ' || c.id from public.comments c where (c.hearts_count, c.poops_count) <> (
    (select count(*) from public.comment_reactions r where r.comment_id = c.id and r.reaction = 'heart'),
    (select count(*) from public.comment_reactions r where r.comment_id = c.id and r.reaction = 'poop'))
  union all select 'star ' || s.id from public.stars s where s.fans_count <> (select count(*) from public.star_fans f where f.star_id = s.id)
  union all select 'scores ' || c.star_id from public.star_scores c where (c.demand_count, c.demand_sum, c.realness_count, c.realness_sum, c.drama_count, c.drama_sum) <> (
    (select count(*) from public.demand_votes v where v.star_id = c.star_id and v.weighs),
    (select coalesce(sum(v.value), 0) from public.demand_votes v where v.star_id = c.star_id and v.weighs),
    (select count(*) from public.realness_votes v where v.star_id = c.star_id and v.weighs),
    (select coalesce(sum(v.value), 0) from public.realness_votes v where v.star_id = c.star_id and v.weighs),
    (select count(*) from public.drama_votes v where v.star_id = c.star_id and v.weighs),
    (select coalesce(sum(v.value), 0) from public.drama_votes v where v.star_id = c.star_id and v.weighs))
  union all select 'format ' || f.id from public.formats f where f.seasons_count <> (select count(*) from public.seasons s where s.format_id = f.id)
  union all select 'season ' || s.id from public.seasons s
    where s.participants_count <> (select count(*) from public.season_participants p where p.season_id = s.id)
  union all select 'episode ' || coalesce(o.season_id, e.season_id) || ' ' || coalesce(o.number, e.number) from private.episodes o
    full join (
      select e.season_id, e.episode_number as number, min(private.berlin_instant(e.event_date, e.event_time)) filter (where not e.is_cancelled) as first
      from public.calendar_events e where e.is_occurrence and e.season_id is not null and e.episode_number is not null group by 1, 2
    ) e on e.season_id = o.season_id and e.number = o.number
    where o.season_id is null or e.season_id is null or (o.first_available_at is null) <> (e.first is null)
  union all select 'karma ' || p.id from public.profiles p
    where p.karma <> (select coalesce(sum(k.delta), 0) from public.karma_events k where k.user_id = p.id)
  union all select 'mirror ' || p.id from public.public_profiles m join public.profiles p on p.id = m.id where (m.karma, m.nickname, m.slug) <> (p.karma, p.nickname, p.slug)
  union all select 'tags ' || p.id from public.community_posts p
    where array(select unnest(p.tags) order by 1) <> array(select t.tag_id from public.post_tags t where t.post_id = p.id order by 1)
  union all select 'invite ' || i.id from public.invites i where i.uses_count <> (select count(*) from public.invite_redemptions r where r.invite_id = i.id)`
