-- Who may comment how often: one member's comments one after the other, slower while nobody of the team is there -----------

create function private.take_turn() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.in_turn();
  return new;
end $$;
comment on function private.take_turn() is 'Trigger: the checks behind it count what the same member wrote before.';

create function private.slow_down_while_away() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Of new accounts three in an hour, of all others ten in five minutes.
  is_known boolean;
  span interval;
  most integer;
  first_of_them timestamptz;
begin
  if private.team_away_since() is null then return new; end if;
  is_known := private.is_settled();
  span := case when is_known then interval '5 minutes' else interval '1 hour' end;
  most := case when is_known then 10 else 3 end;
  select c.created_at into first_of_them from public.comments c
    where c.author_id = auth.uid() and c.created_at > now() - span order by c.created_at desc offset most - 1 limit 1;
  if first_of_them is null or private.is_moderator() then return new; end if;
  perform private.refuse_for_now(case when is_known then 'comment.team_away' else 'comment.team_away.new' end,
    private.seconds_until(first_of_them + span));
end $$;
comment on function private.slow_down_while_away() is 'Trigger: while the team is away comments are slower, those of new accounts most; 429 (hint team_away) beyond.';

-- What others do not want to read ---------------------------------------------------------------------------------------

create function private.check_answered() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.comments c join private.member_blocks b on b.member_id = c.author_id
      where c.id = new.parent_id and b.other_id = new.author_id and b.kind = 'block') then
    perform private.refuse_reply();
  end if;
  return new;
end $$;
comment on function private.check_answered() is 'Trigger: no answer to a comment of somebody who has blocked the author.';

create function private.refuse_early_link() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.shows_link(new.content) or (tg_op = 'UPDATE' and private.shows_link(old.content)) or private.may_link() then
    return new;
  end if;
  perform private.refuse('post.links_too_early', '42501');
end $$;
comment on function private.refuse_early_link() is 'Trigger: links in comments are for members who have been here for a while.';

-- Floods: of new accounts, and of the same comment --------------------------------------------------------------------

create function private.limit_new_member() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := 10;
  tenth timestamptz;
begin
  if not exists (select from public.profiles m where m.id = auth.uid() and m.created_at > now() - interval '24 hours') then return new; end if;
  select c.created_at into tenth from public.comments c
    where c.author_id = auth.uid() and c.created_at > now() - interval '1 minute' order by c.created_at desc offset most - 1 limit 1;
  if tenth is null then return new; end if;
  perform private.refuse_for_now('comment.rate_limited_new', private.seconds_until(tenth + interval '1 minute'));
end $$;
comment on function private.limit_new_member() is 'Trigger: accounts younger than 24 hours write ten comments a minute at most; 429 (hint rate_limited_new) beyond.';

create function private.refuse_repetition() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from (
      select c.id, c.content, c.post_id, c.parent_id, c.deleted_at from public.comments c
      where c.author_id = auth.uid() and c.created_at > now() - interval '24 hours' order by c.created_at desc limit 500
    ) mine
    -- The same id is the same comment, sent again after a lost answer. "Genau" may answer several people.
    where mine.id <> new.id and mine.post_id = new.post_id and mine.deleted_at is null and mine.content = new.content
      and (mine.parent_id is not distinct from new.parent_id or char_length(new.content) >= 20)
  ) then
    perform private.refuse('comment.comment_repeated');
  end if;
  return new;
end $$;
comment on function private.refuse_repetition() is
  'Trigger: a member does not write the same in the same thread again within 24 hours, nor texts from 20 characters on anywhere below the post.';
