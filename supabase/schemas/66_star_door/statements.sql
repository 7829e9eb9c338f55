-- For members ---------------------------------------------------------------------------------------------------------

-- The star speaks under the star's name, whatever the claim said.
create function private.star_statement(post uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found public.community_posts;
  mine private.star_requests;
begin
  perform private.require_proven();
  select * into found from public.community_posts p where p.id = post and p.status = 'approved';
  select r.* into mine from private.star_requests r
    where r.member_id = auth.uid() and r.kind = 'claim' and r.state = 'granted' and r.star_id = any (found.tags) order by r.asked_at limit 1;
  if mine.id is null then return null; end if;
  return jsonb_build_object('speaker', (select private.star_name(st.first_name, st.nickname, st.last_name) from public.stars st where st.id = mine.star_id),
    'text', case when s.post_id is not null then found.statement end, 'is_taken', found.statement is not null and s.post_id is null,
    'waiting', (private.waiting_statement(post, auth.uid())).content)
  from (select 1) one left join private.star_statements s
    on s.post_id = post and s.member_id = auth.uid() and s.since = found.statement_at;
end $$;
comment on function private.star_statement(uuid) is 'See public.star_statement().';
grant execute on function private.star_statement(uuid) to authenticated;

create function public.star_statement(p_post uuid) returns jsonb
language sql stable set search_path = '' as $$ select private.star_statement(p_post) $$;
comment on function public.star_statement(uuid) is
  'RPC: {speaker, text, is_taken} if the post is about a star that the caller is (text: what they said; is_taken: another statement stands there); else null.';
grant execute on function public.star_statement(uuid) to authenticated, service_role;

-- A statement that changes is news for the team each time; a link or a sensitive subject is in the title.
create function private.answer_as_star(post uuid, given text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  said constant text := nullif(private.trim_text(private.clean_text(coalesce(given, ''))), '');
  was public.community_posts;
  mine jsonb;
  waiting private.star_requests;
begin
  perform private.require_writer();
  perform private.require_short(given, 2000, 'post.statement_length');
  if char_length(said) > 2000 then perform private.refuse('post.statement_length'); end if;
  select * into was from public.community_posts p where p.id = post for update;
  mine := private.star_statement(post);
  if mine is null then perform private.refuse('star.not_this_star.statement', '42501'); end if;
  if (mine ->> 'is_taken')::boolean then
    perform private.refuse('star.statement_taken', '42501');
  end if;
  waiting := private.waiting_statement(post, auth.uid());
  if said is not distinct from coalesce(waiting.content, was.statement) then return false; end if;
  perform private.use_quota('posts', private.quota_of('posts', 100));
  -- Another text than the one the team was told about rings again.
  delete from private.team_alerts t where t.alert = 'star_door' and t.about = post and (waiting.id is not null or was.statement is not null);
  if not private.is_moderator() and said is distinct from was.statement and (private.sensitive_subjects(said) <> '{}' or private.shows_link(said)) then
    -- What is public stays until then.
    insert into private.star_requests as r (star_id, member_id, kind, content, post_id)
      select c.star_id, auth.uid(), 'statement', said, post from private.star_requests c
      where c.member_id = auth.uid() and c.kind = 'claim' and c.state = 'granted' and c.star_id = any (was.tags) order by c.asked_at limit 1
      on conflict (post_id, member_id) where kind = 'statement' and state = 'asked'
      do update set content = excluded.content, asked_at = clock_timestamp();
    perform private.alert_team('star_door', '{"star": "waits"}', post, auth.uid());
    return true;
  end if;
  delete from private.star_requests r where r.id = waiting.id;
  if said is not distinct from was.statement then return true; end if;
  perform private.publish_statement(post, auth.uid(), mine ->> 'speaker', said);
  if said is not null then
    perform private.alert_team('star_door', jsonb_build_object('star', case when was.statement is null then 'answered' else 'changed' end), post, auth.uid());
  end if;
  return true;
end $$;
comment on function private.answer_as_star(uuid, text) is 'See public.answer_as_star().';
grant execute on function private.answer_as_star(uuid, text) to authenticated;

create function public.answer_as_star(p_id uuid, p_text text) returns boolean
language sql set search_path = '' as $$ select private.answer_as_star(p_id, p_text) $$;
comment on function public.answer_as_star(uuid, text) is
  'RPC for a star: publishes, changes or (without text) takes away what they say about a post about them; whether that changed anything. Hints not_this_star, statement_taken, statement_length.';
grant execute on function public.answer_as_star(uuid, text) to authenticated, service_role;

-- Stars themselves ----------------------------------------------------------------------------------------------------

-- Who speaks for a star is held against the same words, and read the same way, as a nickname.
create function private.is_reserved_speaker(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_reserved_name(spoken.name) or private.passes_for_staff(spoken.name, null)
    or exists (select from unnest(private.name_words(spoken.name)) w join private.reserved_nicknames r on r.word = private.name_skeleton(w))
  from (select regexp_replace(btrim(private.in_latin(private.without_hidden(coalesce(name, ''), ' '))), '[^[:alnum:]]+', '.', 'g') as name) as spoken
$$;
comment on function private.is_reserved_speaker(text) is 'Whether a name would be taken for the team, by one of its words or as that of somebody of the team.';

-- A name that is reserved today may have been allowed when the claim was granted.
create function private.check_claimed_speaker() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_restoring() and private.is_reserved_speaker(new.speaker) then
    perform private.refuse('star.speaker_reserved');
  end if;
  return new;
end $$;
comment on function private.check_claimed_speaker() is 'Trigger: nobody claims to be a star under a name of the team.';

-- What a star says is looked at like a post ---------------------------------------------------------------------------

create function private.waiting_statement(post uuid, member uuid) returns private.star_requests
language sql stable security definer set search_path = '' as $$
  select r from private.star_requests r
  where r.post_id = post and r.member_id = member and r.kind = 'statement' and r.state = 'asked' limit 1
$$;
comment on function private.waiting_statement(uuid, uuid) is 'What a star has said about a post that the team has not looked at yet.';

create function private.publish_statement(post uuid, member uuid, speaker text, said text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was text;
  at constant timestamptz := clock_timestamp();
begin
  select p.statement into was from public.community_posts p where p.id = post for update;
  update public.community_posts p set statement = said, statement_speaker = case when said is not null then speaker end,
    statement_at = case when said is not null then at end where p.id = post;
  if said is null then
    delete from private.star_statements s where s.post_id = post;
    return;
  end if;
  insert into private.star_statements (post_id, member_id, since) values (post, member, at)
    on conflict (post_id) do update set member_id = excluded.member_id, since = excluded.since,
      taken = null, taken_at = null, left_at = null, decision_id = null;
  if was is null then
    insert into private.announcements (kind, post_id) values ('statement', post) on conflict do nothing;
  end if;
end $$;
comment on function private.publish_statement(uuid, uuid, text, text) is 'Puts what a star says above a post, or takes it away.';

-- What the team takes away ---------------------------------------------------------------------------------------------

create function private.star_who_said(post public.community_posts) returns uuid
language sql stable security definer set search_path = '' as $$
  select s.member_id from private.star_statements s
  where s.post_id = post.id and s.since = post.statement_at and s.member_id is distinct from auth.uid()
$$;
comment on function private.star_who_said(public.community_posts) is
  'The member who published the statement of a post as its star; null: the team did, or it is the caller.';

create function private.take_statement(was public.community_posts, star uuid, why text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  put_at constant timestamptz := (select p.statement_at from public.community_posts p where p.id = was.id);
  decision uuid;
begin
  insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, content_excerpt, admin_id, changed)
    values ('post', was.id, star, 'edited', why, left(was.statement, 300), auth.uid(),
      array[case when put_at is null then 'statement_gone' else 'statement' end])
    returning id into decision;
  update private.star_statements s set taken = was.statement, taken_at = now(), left_at = put_at, decision_id = decision where s.post_id = was.id;
end $$;
comment on function private.take_statement(public.community_posts, uuid, text) is
  'After the team took a star''s statement away or changed its words: keeps them for an appeal and tells the star why.';

-- Who speaks ----------------------------------------------------------------------------------------------------------

create function private.true_speaker(given text, tags uuid[]) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  -- "Lina Morgentau, über ihr Management" is Lina Morgentau.
  name constant text := btrim(split_part(given, ',', 1));
  key constant text := private.search_fold(name);
  spoken public.stars;
begin
  select * into spoken from public.stars s
    where key in (private.search_fold(s.full_name), private.search_fold(concat_ws(' ', s.first_name, s.last_name)), private.search_fold(s.nickname))
    order by s.id = any (tags) desc limit 1;
  if spoken.id = any (tags) then
    return private.star_name(spoken.first_name, spoken.nickname, spoken.last_name) || substr(given, char_length(split_part(given, ',', 1)) + 1);
  elsif spoken.id is not null then
    perform private.refuse('star.speaker_of_star');
  elsif private.is_reserved_speaker(name) then
    perform private.refuse('star.speaker_reserved.team');
  elsif exists (select from public.profiles p join (values (''), ('_'), ('.')) as j (joint)
      on private.nickname_look(p.nickname) = private.nickname_look(regexp_replace(name, '\s+', j.joint, 'g'))) then
    perform private.refuse('star.speaker_of_member');
  end if;
  return given;
end $$;
comment on function private.true_speaker(text, uuid[]) is
  'Who a statement by the team is said to be from: a star of the post by the star''s own name; no other star, no member, nobody of the team.';
