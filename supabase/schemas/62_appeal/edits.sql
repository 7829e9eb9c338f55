-- What the team changed in a post -------------------------------------------------------------------------------------

-- An edit is a decision like a removal: a successful appeal gives the author's text back (docs/decisions/151-edits-are-told.md).

create function private.text_before(edit public.moderation_actions) returns private.post_versions
language sql stable security definer set search_path = '' as $$
  select v from private.post_versions v
  where v.post_id = edit.target_post_id and v.by_team and v.replaced_at = edit.created_at order by v.id desc limit 1
$$;
comment on function private.text_before(public.moderation_actions) is 'What a post said before this edit of the team; null once the version is gone.';

create function private.text_taken(edit public.moderation_actions) returns text
language sql stable security definer set search_path = '' as $$
  select case when edit.changed && '{statement,statement_gone}'
    then (select s.taken from private.star_statements s where s.decision_id = edit.id)
    else (select concat_ws(E'\n', v.title, nullif(v.content, ''), v.source_url) from private.text_before(edit) v where v.id is not null) end
$$;
comment on function private.text_taken(public.moderation_actions) is 'The words that an edit of the team replaced, for whoever decides about an appeal.';

create function private.changed_since(before private.post_versions) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.post_versions v where v.post_id = before.post_id and v.id > before.id)
$$;
comment on function private.changed_since(private.post_versions) is 'Whether a post has another text than the one that replaced this version.';

create function private.edit_stands(edit public.moderation_actions) returns boolean
language sql stable security definer set search_path = '' as $$
  select case when edit.changed && '{statement,statement_gone}'
    then exists (select from private.star_statements s join public.community_posts p on p.id = s.post_id
      where s.decision_id = edit.id and s.taken is not null and p.statement_at is not distinct from s.left_at)
    else exists (select from private.text_before(edit) v join public.community_posts p on p.id = v.post_id where not private.changed_since(v)) end
$$;
comment on function private.edit_stands(public.moderation_actions) is 'Whether what the team wrote is still there and can be put back.';

create function private.give_address_back(edit public.moderation_actions) returns void
language sql security definer set search_path = '' as $$
  update private.post_slug_history h set is_gone = false
    where h.post_id = edit.target_post_id and h.is_gone and 'address' = any (edit.changed)
      -- Another edit took them away as well, and stands.
      and not exists (select from public.moderation_actions m where m.target_post_id = edit.target_post_id and m.id <> edit.id
        and 'address' = any (m.changed) and not exists (select from public.appeals a where a.moderation_action_id = m.id and a.status = 'overturned'))
$$;
comment on function private.give_address_back(public.moderation_actions) is 'The former addresses of a post lead there again, where this edit alone had ended that.';

create function private.put_text_back(edit public.moderation_actions, why text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  post constant uuid := edit.target_post_id;
  before private.post_versions;
  written private.post_text;
begin
  perform from public.community_posts p where p.id = post for update;
  if not found then return 'text_lost'; end if;
  perform private.give_address_back(edit);
  if edit.changed <> '{address}' then
    before := private.text_before(edit);
    if before.id is null then return 'text_lost'; end if;
    if private.changed_since(before) then return 'text_changed'; end if;
    written := private.text_of(post);
    if 'title' = any (edit.changed) then written.title := before.title; end if;
    if 'content' = any (edit.changed) then written.content := before.content; end if;
    if 'source' = any (edit.changed) then written.source_url := before.source_url; end if;
    if 'tags' = any (edit.changed) then
      -- A star or format may be gone.
      written.tags := array(select t.tag from unnest(before.tags) with ordinality as t (tag, place)
        where exists (select from public.stars s where s.id = t.tag) or exists (select from public.formats f where f.id = t.tag) order by t.place);
    end if;
    -- It is the author's text again, and the team that changed it: voters are told so.
    perform private.change_post(post, written, auth.uid(), false);
    if 'title' = any (edit.changed) then perform private.move_post(post, false); end if;
  end if;
  insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
    values ('post', post, edit.target_user_id, 'restored', why, auth.uid());
  return 'text_back';
end $$;
comment on function private.put_text_back(public.moderation_actions, text) is
  'Gives a post the parts back that an edit of the team replaced, unless it has changed since; returns what that did, as private.effect_text() says it.';

create function private.put_statement_back(edit public.moderation_actions) returns text
language plpgsql security definer set search_path = '' as $$
declare
  post public.community_posts;
  mine private.star_statements;
  speaker text;
begin
  select * into post from public.community_posts p where p.id = edit.target_post_id for update;
  if post.id is null then return 'statement_lost'; end if;
  select * into mine from private.star_statements s where s.post_id = post.id and s.decision_id = edit.id;
  if mine.post_id is null or post.statement_at is distinct from mine.left_at then return 'statement_changed'; end if;
  -- Only who is still known as this star speaks as the star.
  speaker := (select private.star_name(s.first_name, s.nickname, s.last_name) from private.star_requests c join public.stars s on s.id = c.star_id
    where c.member_id = mine.member_id and c.kind = 'claim' and c.state = 'granted' and c.star_id = any (post.tags) order by c.asked_at limit 1);
  if mine.taken is null or speaker is null then return 'statement_lost'; end if;
  perform private.publish_statement(post.id, mine.member_id, speaker, mine.taken);
  return 'statement_back';
end $$;
comment on function private.put_statement_back(public.moderation_actions) is
  'Publishes what a star said again, unless something else has been said above the post since; returns what that did, as private.effect_text() says it.';
