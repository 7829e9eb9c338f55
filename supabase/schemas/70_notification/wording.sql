-- Wording -------------------------------------------------------------------------------------------------------------

create function private.excerpt_for(recipient uuid, c public.comments) returns text
language sql stable security definer set search_path = '' as $$
  select case when not private.names_silenced(recipient, c.mentions) then private.excerpt(c.content, 100) end
$$;
comment on function private.excerpt_for(uuid, public.comments) is
  'What a notification quotes of a comment; null if it names somebody whom the recipient has muted or blocked.';

create function private.wording_of_act(event private.notification_events, recipient uuid, kind text, target uuid) returns private.news
language plpgsql stable security definer set search_path = '' as $$
declare
  post_title constant text := (select p.title from public.community_posts p where p.id = event.post_id);
  is_answer boolean;
  written public.comments;
  said private.news;
begin
  if event.comment_id is not null then select * into written from public.comments c where c.id = event.comment_id; end if;
  said.data := private.post_facts(event.post_id);
  if event.kind = 'comment' then
    is_answer := kind = 'reply_to_comment' or (kind = 'subsequent_comment' and target <> event.post_id);
    said.title := case when kind = 'mention' then 'Du wurdest erwähnt' when kind = 'comment_on_post' then 'Neuer Kommentar zu deinem Beitrag'
      when is_answer then 'Antwort auf deinen Kommentar' else 'Neuer Kommentar' end;
    said.message := format(case when kind = 'mention' then '{actors} dich in einem Kommentar zu „%s“ erwähnt.'
      when kind = 'comment_on_post' then '{actors} deinen Beitrag „%s“ kommentiert.'
      when is_answer then '{actors} auf deinen Kommentar bei „%s“ geantwortet.'
      else '{actors} auch „%s“ kommentiert.' end, post_title);
    said.data := said.data || case when is_answer then '{"answer": true}'::jsonb else '{}'::jsonb end;
  elsif event.kind = 'rumor_vote' then
    said.title := 'Stimme zu deinem Gerücht';
    said.message := format('{actors} über „%s“ abgestimmt.', post_title);
    said.data := said.data || jsonb_build_object('vote', event.choice);
  elsif event.kind = 'poll_vote' then
    said.title := 'Stimme in deiner Umfrage';
    said.message := format('{actors} bei „%s“ abgestimmt.', post_title);
  else
    said.title := case event.kind when 'post_reaction' then 'Reaktion auf deinen Beitrag' else 'Reaktion auf deinen Kommentar' end;
    said.message := format(case event.kind when 'post_reaction' then '{actors} mit %s auf „%s“ reagiert.'
      else '{actors} mit %s auf deinen Kommentar bei „%s“ reagiert.' end, private.reaction_emoji(event.choice), post_title);
    said.data := said.data || jsonb_build_object('reaction', event.choice, 'emoji', private.reaction_emoji(event.choice));
  end if;
  if written.id is not null then
    said.data := said.data || jsonb_strip_nulls(jsonb_build_object('comment_excerpt', private.excerpt_for(recipient, written)));
  end if;
  return said;
end $$;
comment on function private.wording_of_act(private.notification_events, uuid, text, uuid) is
  'Title, message ({actors} stands for who did it) and data of a notification about a comment, a reaction or a vote.';

create function private.wording_of_post(kind text, target uuid, post uuid) returns private.news
language plpgsql stable security definer set search_path = '' as $$
declare
  said private.news;
  about text;
  name text;
  topic constant text := private.topic_name(target);
begin
  select p.title, m.nickname, p.author_id into about, name, said.actor
    from public.community_posts p left join public.public_profiles m on m.id = p.author_id where p.id = wording_of_post.post;
  said.post := wording_of_post.post;
  said.title := case kind when 'mention' then 'Du wurdest erwähnt' when 'member_post' then 'Neues von ' || name else 'Neu zu ' || topic end;
  said.message := case kind when 'mention' then format('%s hat dich bei „%s“ erwähnt.', coalesce(name, 'Jemand'), about)
    when 'member_post' then format('%s hat „%s“ geschrieben.', name, about) else format('Neuer Beitrag zu %s: „%s“.', topic, about) end;
  said.several := case kind when 'mention' then null when 'member_post' then format('%s hat {n} Beiträge geschrieben, zuletzt „%s“.', name, about)
    else format('{n} neue Beiträge zu %s, zuletzt „%s“.', topic, about) end;
  said.data := private.post_facts(post) || case kind when 'tagged_post' then jsonb_build_object('topic', topic) else '{}'::jsonb end;
  return said;
end $$;
comment on function private.wording_of_post(text, uuid, uuid) is
  'Title, message and data of a notification about a new post; several: the message when it is the latest of {n}.';

create function private.news_to(member uuid, type text, target uuid, wish text, post uuid) returns private.news
language plpgsql stable security definer set search_path = '' as $$
declare said private.news := private.wording_of_post(type, target, post);
begin
  said.member := news_to.member;
  said.type := news_to.type;
  said.target := news_to.target;
  said.wish := news_to.wish;
  return said;
end $$;
comment on function private.news_to(uuid, text, uuid, text, uuid) is 'What one member is told of a new post.';
