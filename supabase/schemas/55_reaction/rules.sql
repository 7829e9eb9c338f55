-- Reactions to posts --------------------------------------------------------------------------------------------------

create function private.count_post_reaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.post_id = old.post_id then
    if new.reaction <> old.reaction then
      perform private.count_reaction('post', new.post_id, new.user_id, (new.reaction = 'heart')::integer - (old.reaction = 'heart')::integer,
        (new.reaction = 'poop')::integer - (old.reaction = 'poop')::integer);
    end if;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform private.count_reaction('post', old.post_id, old.user_id, -(old.reaction = 'heart')::integer, -(old.reaction = 'poop')::integer);
  end if;
  if tg_op <> 'DELETE' then
    perform private.count_reaction('post', new.post_id, new.user_id, (new.reaction = 'heart')::integer, (new.reaction = 'poop')::integer);
  end if;
  return null;
end $$;
comment on function private.count_post_reaction() is 'Trigger: updates the counters of the post and the karma of its author.';

-- Reactions to comments -----------------------------------------------------------------------------------------------

create function private.count_comment_reaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.comment_id = old.comment_id then
    if new.reaction <> old.reaction then
      perform private.count_reaction('comment', new.comment_id, new.user_id,
        (new.reaction = 'heart')::integer - (old.reaction = 'heart')::integer, (new.reaction = 'poop')::integer - (old.reaction = 'poop')::integer);
    end if;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform private.count_reaction('comment', old.comment_id, old.user_id, -(old.reaction = 'heart')::integer,
      -(old.reaction = 'poop')::integer);
  end if;
  if tg_op <> 'DELETE' then
    perform private.count_reaction('comment', new.comment_id, new.user_id, (new.reaction = 'heart')::integer,
      (new.reaction = 'poop')::integer);
  end if;
  return null;
end $$;
comment on function private.count_comment_reaction() is 'Trigger: updates the counters of the comment and the karma of its author.';

-- Stickers ------------------------------------------------------------------------------------------------------------

create function private.sticker_counts(post uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(jsonb_object_agg(counted.sticker, counted.times), '{}'::jsonb)
  from (select s.sticker, count(*) as times from public.post_stickers s where s.post_id = post group by s.sticker) counted);
end $$;
comment on function private.sticker_counts(uuid) is 'How often each sticker is on a post: {sticker: count}, without those that are not.';
grant execute on function private.sticker_counts(uuid) to anon, authenticated;
