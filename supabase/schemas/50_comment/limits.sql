-- Texts that show nothing, floods of empty lines and of the same comment ----------------------------------------------

create function private.limit_new_member() returns trigger
language plpgsql security definer set search_path = '' as $$
declare tenth timestamptz;
begin
  if not exists (select from public.profiles m where m.id = auth.uid() and m.created_at > now() - interval '24 hours') then return new; end if;
  select c.created_at into tenth from public.comments c
    where c.author_id = auth.uid() and c.created_at > now() - interval '1 minute' order by c.created_at desc offset 9 limit 1;
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
