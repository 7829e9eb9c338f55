-- Facts ---------------------------------------------------------------------------------------------------------------

create function private.excerpt_for(recipient uuid, c public.comments) returns text
language sql stable security definer set search_path = '' as $$
  select case when not private.names_silenced(recipient, c.mentions) then private.excerpt(c.content, 100) end
$$;
comment on function private.excerpt_for(uuid, public.comments) is
  'What a notification quotes of a comment; null if it names somebody whom the recipient has muted or blocked.';

create function private.facts_of_act(event private.notification_events, recipient uuid, kind text, target uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  facts jsonb := private.post_facts(event.post_id);
  written public.comments;
begin
  if event.kind = 'comment' and (kind = 'reply_to_comment' or (kind = 'subsequent_comment' and target <> event.post_id)) then
    facts := facts || '{"answer": true}';
  elsif event.kind = 'rumor_vote' then
    facts := facts || jsonb_build_object('vote', event.choice);
  elsif event.kind in ('post_reaction', 'comment_reaction') then
    facts := facts || jsonb_build_object('reaction', event.choice, 'emoji', private.reaction_emoji(event.choice));
  end if;
  if event.comment_id is not null then
    select * into written from public.comments c where c.id = event.comment_id;
    if found then facts := facts || jsonb_strip_nulls(jsonb_build_object('comment_excerpt', private.excerpt_for(recipient, written))); end if;
  end if;
  return facts;
end $$;
comment on function private.facts_of_act(private.notification_events, uuid, text, uuid) is
  'What a notification tells of a comment, a reaction or a vote.';

create function private.facts_of_post(kind text, target uuid, post uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.post_facts(post) || case kind when 'tagged_post' then jsonb_build_object('topic', private.topic_name(target)) else '{}' end
$$;
comment on function private.facts_of_post(text, uuid, uuid) is 'What a notification tells of a new post.';
