-- What the team wrote about somebody -----------------------------------------------------------------------------------

-- Reports, decisions, notes and the log outlive an account for a time. Whoever left is not named in those about them, and whoever
-- asks for a copy does not learn from them about others.

create function private.is_masked(before text, after text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select before is not distinct from after or char_length(before) = char_length(after) and (
    select bool_and(substr(after, at, 1) in ('*', substr(before, at, 1))) from generate_series(1, char_length(before)) at)
$$;
comment on function private.is_masked(text, text) is 'Whether a text differs from what it was by asterisks at most.';

-- Keeps the length, so that no text becomes too long or too short. A genitive is a name, a longer word is another one.
create function private.mask_names(said text, names text[]) returns text
language plpgsql stable set search_path = '' as $$
declare
  name text;
  pattern text;
begin
  foreach name in array names loop
    if said is null or char_length(btrim(coalesce(name, ''))) < 3 then continue; end if;
    pattern := regexp_replace(private.nickname_key(btrim(name)), '([.^$*+?()\[\]{}\\|-])', '\\\1', 'g');
    pattern := replace(replace(replace(pattern, 'ä', '[Ää]'), 'ö', '[Öö]'), 'ü', '[Üü]');
    said := regexp_replace(said, '(?<![A-Za-z0-9_ÄÖÜäöüß])' || pattern || '(?=s?(?:[^A-Za-z0-9_ÄÖÜäöüß]|$))', repeat('*', char_length(btrim(name))), 'gi');
  end loop;
  return said;
end $$;
comment on function private.mask_names(text, text[]) is 'A text with asterisks in place of names and addresses, where they are words of their own.';

-- Of most of them only the address of the profile is left, which has no dots, and two letters for an umlaut. Another member may have
-- the name by now, with another address.
create function private.former_nicknames(member uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct w.name), '{}') from (
    select private.nickname_key(r.nickname) as name from private.removed_profiles r where r.member_id = member and r.nickname is not null
    union all
    select replace(case when u.has_umlauts then replace(replace(replace(a.slug, 'ae', 'ä'), 'oe', 'ö'), 'ue', 'ü') else a.slug end, '-', '_')
    from private.addresses_of(member) a (slug) cross join (values (false), (true)) u (has_umlauts)
  ) w
$$;
comment on function private.former_nicknames(uuid) is
  'What a member was called before, in small letters: names that the team took away, and what most likely stood behind the addresses of their profile.';

create function private.words_at(slugs text[], said text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg(distinct spelled.name), '{}')
  from regexp_matches(said, '[A-Za-z0-9ÄÖÜäöüß_.]+', 'g') word
  cross join lateral unnest(private.name_spellings(word[1]) || private.name_spellings(regexp_replace(word[1], 's$', ''))) spelled (name)
  where private.slugify(spelled.name) = any (slugs)
$$;
comment on function private.words_at(text[], text) is 'Words of a text that would have one of these addresses as a nickname, however they are spelled.';

create function private.names_of(members uuid[]) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct n.name), '{}') from public.profiles p
  cross join lateral unnest(array[p.email, p.full_name, p.nickname] || private.former_nicknames(p.id)) n (name)
  where p.id = any (members) and n.name is not null
$$;
comment on function private.names_of(uuid[]) is 'Addresses, full names and nicknames of members, former ones too.';

create function private.things_of(member uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array_agg(distinct t.id) from (
    select member as id
    union all select p.id from public.community_posts p where p.author_id = member
    union all select a.post_id from public.archived_posts a where a.author_id = member
    union all select c.id from public.comments c where c.author_id = member
    union all select d.comment_id from private.deleted_comment_authors d where d.author_id = member
    union all select h.id from private.held_comments h where h.author_id = member
    union all select coalesce(m.target_comment_id, m.target_post_id) from public.moderation_actions m where m.target_user_id = member
    union all select coalesce(r.target_comment_id, r.target_post_id) from public.reports r where r.target_author_id = member
  ) t where t.id is not null
$$;
comment on function private.things_of(uuid) is 'Ids of a member and of what they wrote, under which the team keeps notes, reports and its log.';

-- Deletion ------------------------------------------------------------------------------------------------------------

create function private.mask_member(said text, names text[], slugs text[]) returns text
language sql stable security definer set search_path = '' as $$
  select private.mask_names(said, names || private.words_at(slugs, said))
$$;
comment on function private.mask_member(text, text[], text[]) is 'A text without a member''s names, and without words that had an address of their profile.';

create function private.erase_from_records(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  names constant text[] := private.names_of(array[member]);
  slugs constant text[] := array(select private.addresses_of(member));
  things constant uuid[] := private.things_of(member);
begin
  update public.reports r set details = private.mask_member(r.details, names, slugs), action_reason = private.mask_member(r.action_reason, names, slugs)
    where r.target_author_id = member or r.reporter_id = member;
  update public.moderation_actions m set reason = private.mask_member(m.reason, names, slugs), content_excerpt = private.mask_member(m.content_excerpt, names, slugs)
    where m.target_user_id = member;
  update private.case_notes n set content = private.mask_member(n.content, names, slugs) where n.target_id = any (things);
  update public.admin_actions a set details = case when a.details ? 'reason'
      then jsonb_set(a.details, '{reason}', coalesce(to_jsonb(private.mask_member(a.details ->> 'reason', names, slugs)), 'null')) else a.details end - 'excerpt'
    where (a.target_type = 'profile' and a.target_id = member::text or a.target_type in ('post', 'comment') and a.target_id = any (things::text[]))
      and a.details ?| '{reason,excerpt}';
  delete from private.team_alerts t where t.about = member;
  delete from public.notifications n where n.type = 'team_alert' and n.target_id = member
    and n.user_id in (select t.id from private.team_members() as t (id));
end $$;
comment on function private.erase_from_records(uuid) is
  'Masks a member who leaves in reports, decisions, notes and the log about them, and takes back what the team was told of them.';

-- Export --------------------------------------------------------------------------------------------------------------

create function private.without_others(said text, me uuid, about uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  others constant uuid[] := array(
    select n.author_id from private.case_notes n where n.target_id = about and n.author_id is not null
    union select r.reporter_id from public.reports r where about in (r.target_post_id, r.target_comment_id, r.target_profile_id) and r.reporter_id is not null
    union select r.resolved_by from public.reports r where about in (r.target_post_id, r.target_comment_id, r.target_profile_id) and r.resolved_by is not null
    union select t.id from private.team_members() as t (id));
  guests constant text[] := array(
    select n.name from public.reports r cross join lateral (values (r.reporter_name), (r.reporter_email)) n (name)
    where about in (r.target_post_id, r.target_comment_id, r.target_profile_id) and n.name is not null);
  own constant text := coalesce((select private.nickname_key(p.nickname) from public.profiles p where p.id = me), '');
  mention text;
begin
  if said is null then return null; end if;
  said := private.mask_names(said, private.names_of(array_remove(others, me)) || guests);
  said := regexp_replace(said, '[^[:space:]<>"]+@[^[:space:]<>"]+\.[A-Za-z]{2,}', '***', 'g');
  -- The longest first: a name may be the beginning of another.
  for mention in select m[1] from regexp_matches(said, '@([A-Za-z0-9ÄÖÜäöüß_.]+)', 'g') m group by m[1] order by char_length(m[1]) desc loop
    if not own = any (private.name_spellings(mention)) then said := replace(said, '@' || mention, '@***'); end if;
  end loop;
  return said;
end $$;
comment on function private.without_others(text, uuid, uuid) is
  'What the team wrote about a member, for that member: without the team, whoever reported it, addresses and other members'' @names.';
