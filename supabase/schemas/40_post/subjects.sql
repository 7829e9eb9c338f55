-- What a rumor is about, as its author says ---------------------------------------------------------------------------

-- Asked in the form (docs/decisions/061-subject-of-a-rumor.md). May only make a rumor wait: words still decide, too.
create function private.rumor_subjects() returns text[]
language sql immutable parallel safe set search_path = '' as $$ select '{show,relationship,work,health,sexuality,crime,minors}'::text[] $$;
comment on function private.rumor_subjects() is 'What a rumor can be about; as rumorSubjects in domain/.';
grant execute on function private.rumor_subjects() to authenticated, service_role;

create function private.is_sensitive(subject text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(subject in ('health', 'sexuality', 'crime', 'minors'), false)
$$;
comment on function private.is_sensitive(text) is 'Whether rumors about this wait for a human and need a source; as sensitiveSubjects in domain/.';

create function private.subject_of(post uuid) returns text
language sql stable security definer set search_path = '' as $$
  select p.rumor_subject from public.community_posts p
  where p.id = post and (p.author_id = auth.uid() and private.is_proven() or private.is_moderator())
$$;
comment on function private.subject_of(uuid) is 'For author and staff: what the rumor is about.';
grant execute on function private.subject_of(uuid) to authenticated, service_role;

create function private.require_fitting_subject(kind text, subject text, source_url text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if subject is null then return; end if;
  if kind <> 'rumor' then perform private.refuse('post.not_a_rumor.subject'); end if;
  if subject <> all (private.rumor_subjects()) then
    perform private.refuse('post.unknown_subject');
  end if;
  if private.is_sensitive(subject) and private.clean_source(source_url) is null then
    perform private.refuse('post.source_required');
  end if;
end $$;
comment on function private.require_fitting_subject(text, text, text) is 'Refuses a subject that a post of this kind does not have, and a sensitive one without source.';
grant execute on function private.require_fitting_subject(text, text, text) to authenticated, service_role;

create function private.answers_of(post uuid) returns text
language sql stable security definer set search_path = '' as $$
  select string_agg(o.text, ' ' order by o.position) from public.poll_options o where o.post_id = post
$$;
comment on function private.answers_of(uuid) is 'The answers of a poll as one text, to look for words in; null for other posts.';

create function private.needs_a_human(kind text, title text, content text, tags uuid[], subject text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_moderator() then return false; end if;
  if private.is_sensitive(subject) then return true; end if;
  if exists (select from private.rules_for('post', concat_ws(' ', title, content), tags, '{hold}')) then return true; end if;
  -- A poll or discussion is about somebody when it is tagged with a star.
  if kind <> 'rumor' and not exists (select from public.stars s where s.id = any (tags)) then return false; end if;
  return private.sensitive_subjects(concat_ws(' ', title, content)) <> '{}';
end $$;
comment on function private.needs_a_human(text, text, text, uuid[], text) is
  'Whether a text of the caller waits for the team although its author publishes at once otherwise: a rule holds it, or it is about a person and a sensitive subject.';
grant execute on function private.needs_a_human(text, text, text, uuid[], text) to authenticated, service_role;

-- Reading -------------------------------------------------------------------------------------------------------------

create function private.found_subjects(subject text, texts text) returns text[]
language sql stable set search_path = '' as $$
  select array(select s from unnest(private.rumor_subjects()) with ordinality as listed (s, place)
    where private.is_sensitive(s) and (s = subject or s = any (f.found)) order by place)
  from (select private.sensitive_subjects(texts) as found offset 0) f
$$;
comment on function private.found_subjects(text, text) is 'The sensitive subjects of a post: what its author says and what its words point to.';
