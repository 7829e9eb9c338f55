-- Hotness -------------------------------------------------------------------------------------------------------------

create function private.hot_rank(hearts integer, poops integer, votes integer, comments integer, created_at timestamptz)
returns double precision language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return sign(hearts - poops + votes + comments) * log(greatest(1, abs(hearts - poops + votes + comments))::double precision)
    + extract(epoch from created_at)::double precision / 45000;
end $$;
comment on function private.hot_rank(integer, integer, integer, integer, timestamptz) is 'Hotness of a post. Only its order means anything.';

create function private.set_hot_rank() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.hot_rank := private.hot_rank(new.hearts_count, new.poops_count, new.votes_count, new.comments_count, new.created_at);
  return new;
end $$;
comment on function private.set_hot_rank() is 'Trigger: recomputes hot_rank from the counters.';

-- Tags ----------------------------------------------------------------------------------------------------------------

create function private.spread_post_tags() returns trigger
language plpgsql security definer set search_path = '' as $$
declare unknown uuid;
begin
  if cardinality(new.tags) <> (select count(distinct t) from unnest(new.tags) t) then
    perform private.refuse('post.duplicate_tag');
  end if;
  select t into unknown from unnest(new.tags) t
    where not exists (select from public.stars s where s.id = t) and not exists (select from public.formats f where f.id = t) limit 1;
  if unknown is not null then
    perform private.refuse('post.unknown_tag', '23503');
  end if;
  delete from public.post_tags where post_id = new.id and tag_id <> all (new.tags);
  insert into public.post_tags (post_id, tag_id, kind)
    select new.id, t, case when exists (select from public.stars s where s.id = t) then 'star' else 'format' end from unnest(new.tags) t
    on conflict do nothing;
  return null;
end $$;
comment on function private.spread_post_tags() is 'Trigger: keeps post_tags in step with tags; each tag is a star or a format, once.';

create function private.drop_tag() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.community_posts set tags = array_remove(tags, old.id)
    where id in (select post_id from public.post_tags where tag_id = old.id);
  return null;
end $$;
comment on function private.drop_tag() is 'Trigger: removes a deleted star or format from the tags of posts.';

-- Rights --------------------------------------------------------------------------------------------------------------

-- Publishing without approval, and the guard of every write; rights and policies are in table.sql.

create function private.may_publish_at_once() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare rule public.app_settings;
begin
  if private.is_moderator() then return true; end if;
  -- Nobody would see what a new account publishes.
  if private.team_away_since() is not null and not private.is_settled() then return false; end if;
  select * into rule from public.app_settings;
  if exists (
    select from public.moderation_actions a
    where a.target_user_id = auth.uid() and a.counts_as_warning
      and a.created_at > now() - make_interval(days => rule.auto_approve_warning_days)
  ) then return false; end if;
  return (select count(*) >= rule.auto_approve_after_posts from (
    select from public.community_posts p where p.author_id = auth.uid() and p.status = 'approved' limit rule.auto_approve_after_posts
  ) approved);
end $$;
comment on function private.may_publish_at_once() is
  'Whether the caller publishes without approval: staff, and members with enough approved posts and no recent warning (5 and 90 days unless the settings say otherwise); while the team is away no new accounts.';
grant execute on function private.may_publish_at_once() to authenticated, service_role;

-- The right to update the status is every member's: this trigger tells staff from authors.
create function private.guard_post() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_client() then return new; end if;
  if tg_op = 'INSERT' then
    new.status := case when private.may_publish_at_once() and not private.needs_a_human(new.type, new.title, new.content, new.tags, new.rumor_subject)
        and not private.waits_for_classifier(new.type, new.tags)
      then 'approved' else 'pending' end;
    return new;
  end if;
  if new.status is distinct from old.status or new.rejection_reason is distinct from old.rejection_reason then
    if new.author_id is not distinct from auth.uid() or not private.is_moderator() then
      perform private.refuse('post.not_allowed', '42501');
    end if;
    -- Taking a post offline is told with a reason (private.hide_post), which this way has none.
    if old.status = 'approved' and new.status = 'pending' then perform private.refuse('post.not_allowed', '42501'); end if;
    if new.status = 'rejected' and btrim(coalesce(new.rejection_reason, '')) = '' then
      perform private.refuse('post.reason_required');
    end if;
    if new.status <> 'rejected' then new.rejection_reason := null; end if;
    new.moderated_by := auth.uid();
    new.moderated_at := now();
  end if;
  return new;
end $$;
comment on function private.guard_post() is 'Trigger: who may publish, edit and moderate; records moderator and time.';

-- Clients that decide name who decided and when. The row says what is true, whatever they name.
create function private.keep_decider() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.author_id is not distinct from auth.uid() or not private.is_moderator() then
    perform private.refuse('post.not_allowed', '42501');
  end if;
  new.moderated_by := old.moderated_by;
  new.moderated_at := old.moderated_at;
  return new;
end $$;
comment on function private.keep_decider() is 'Trigger: who decided about a post, and when, is written by guard_post() alone, which comes after it.';

create function private.keep_end() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.poll_is_over(old) then perform private.refuse('post.poll_ended'); end if;
  return new;
end $$;
comment on function private.keep_end() is 'Trigger: a poll that has ended does not open again, whoever writes.';
