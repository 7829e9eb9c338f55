-- Whoever is silenced is not heard ------------------------------------------------------------------------------------

-- The list of latest comments, suggestions and older notifications went on naming them (docs/decisions/087-silence-and-causes.md).
create function private.hears(member uuid, author uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not exists (select from private.member_blocks b where b.member_id = hears.member and b.other_id = author);
end $$;
comment on function private.hears(uuid, uuid) is
  'Whether a member wants to read and hear of another one: has neither muted nor blocked them. The one rule behind every list and count.';

create function private.hears(author uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return auth.uid() is null or author is null or private.hears(auth.uid(), author);
end $$;
comment on function private.hears(uuid) is 'The same for the caller; guests hear everybody.';
grant execute on function private.hears(uuid) to anon, authenticated;

-- What was told before ------------------------------------------------------------------------------------------------

create function private.silence(member uuid, other uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  entry uuid;
begin
  for entry in
    select n.id from public.notifications n
    where n.user_id = silence.member and n.type <> 'team_role'
      and exists (select from private.notification_actors a where a.notification_id = n.id and a.actor_id = silence.other and not a.gone)
    order by n.id
  loop
    update private.notification_actors a set gone = true where a.notification_id = entry and a.actor_id = silence.other;
    perform private.settle_news(entry);
  end loop;
  -- Others wrote the name: the row stays, what they wrote is read on the page.
  update public.notifications n set data = n.data - 'comment_excerpt'
    from public.comments c, public.public_profiles p
    where n.user_id = silence.member and c.id = n.comment_id and p.id = silence.other and p.slug = any (private.slugs_in(c.mentions))
      and n.data ? 'comment_excerpt';
end $$;
comment on function private.silence(uuid, uuid) is
  'Takes a member that another one has muted or blocked out of the notifications of before. They do not come back when it ends.';

-- Answers: one sentence whether the comment is gone or its author has blocked the writer ------------------------------

create function private.refuse_reply() returns void
language plpgsql set search_path = '' as $$
begin
  perform private.refuse('comment.reply_closed', '42501');
end $$;
comment on function private.refuse_reply() is 'Refuses an answer with one sentence and one code for all reasons, so that it does not disclose a block.';
grant execute on function private.refuse_reply() to authenticated;

-- What others say of somebody who is silenced is not quoted beside Trashtalk either -----------------------------------

create function private.names_silenced(member uuid, mentions jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.public_profiles p where p.slug = any (private.slugs_in(mentions)) and not private.hears(member, p.id))
$$;
comment on function private.names_silenced(uuid, jsonb) is
  'Whether a text mentions somebody whom the member has muted or blocked: then it is quoted nowhere away from its own page.';
