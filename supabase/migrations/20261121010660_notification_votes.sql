-- Reactions and votes tell the author. Only what a person does: imports, restored posts and jobs tell nobody.
-- After the counting triggers by name, so that the row of the post is always locked first.

create function private.reaction_emoji(reaction text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case reaction when 'heart' then '❤️' else '💩' end
$$;
comment on function private.reaction_emoji(text) is 'How a reaction is shown.';

create function private.notify_post_reaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(p.author_id, 'reaction_on_post', 'Reaktion auf deinen Beitrag',
      format('{actors} mit %s auf „%s“ reagiert.', private.reaction_emoji(new.reaction), p.title),
      private.post_facts(p.id) || jsonb_build_object('reaction', new.reaction, 'emoji', private.reaction_emoji(new.reaction)),
      p.id, actor => new.user_id)
    from public.community_posts p where p.id = new.post_id;
  return null;
end $$;
comment on function private.notify_post_reaction() is 'Trigger: the author of a post learns of a reaction.';
create trigger post_reactions_notify after insert or update of reaction on public.post_reactions
  for each row when (private.is_client()) execute function private.notify_post_reaction();

create function private.notify_comment_reaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(c.author_id, 'reaction_on_comment', 'Reaktion auf deinen Kommentar',
      format('{actors} mit %s auf deinen Kommentar bei „%s“ reagiert.', private.reaction_emoji(new.reaction), p.title),
      private.post_facts(p.id) || jsonb_build_object('reaction', new.reaction, 'emoji', private.reaction_emoji(new.reaction),
        'comment_excerpt', left(c.content, 100)),
      p.id, c.id, new.user_id)
    from public.comments c join public.community_posts p on p.id = c.post_id where c.id = new.comment_id;
  return null;
end $$;
comment on function private.notify_comment_reaction() is 'Trigger: the author of a comment learns of a reaction.';
create trigger comment_reactions_notify after insert or update of reaction on public.comment_reactions
  for each row when (private.is_client()) execute function private.notify_comment_reaction();

create function private.notify_rumor_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(p.author_id, 'vote_on_rumor', 'Stimme zu deinem Gerücht', format('{actors} über „%s“ abgestimmt.', p.title),
      private.post_facts(p.id) || jsonb_build_object('vote', new.vote), p.id, actor => new.user_id)
    from public.community_posts p where p.id = new.post_id;
  return null;
end $$;
comment on function private.notify_rumor_vote() is 'Trigger: the author of a rumor learns of a vote (specification §3: data holds which).';
create trigger rumor_votes_notify after insert or update of vote on public.rumor_votes
  for each row when (private.is_client()) execute function private.notify_rumor_vote();

create function private.notify_poll_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(p.author_id, 'vote_on_poll', 'Stimme in deiner Umfrage', format('{actors} bei „%s“ abgestimmt.', p.title),
      private.post_facts(p.id), p.id, actor => new.user_id)
    from public.community_posts p where p.id = new.post_id;
  return null;
end $$;
comment on function private.notify_poll_vote() is 'Trigger: the author of a poll learns of a vote, not of the choice.';
create trigger poll_votes_notify after insert on public.poll_votes
  for each row when (private.is_client()) execute function private.notify_poll_vote();
