-- What a rule finds ---------------------------------------------------------------------------------------------------

create function private.rule_matches(
  rule private.automod_rules, kind text, said text, star_tags uuid[], author uuid, at timestamptz
) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  read text;
  others integer;
begin
  if not kind = any (rule.applies_to) then return false; end if;
  if rule.words <> '{}' then
    read := case kind when 'nickname' then private.name_said(said) else private.words_said(said) end;
    if not exists (select from unnest(rule.words) w
      where position(' ' || private.plain_words(w) || case when w like '%*' then '' else ' ' end in read) > 0) then return false; end if;
  end if;
  if private.links_in(said) < rule.min_links then return false; end if;
  if rule.names_star and not exists (select from public.stars s where s.id = any (star_tags)) then return false; end if;
  if rule.max_account_days is not null and not exists (
    select from public.profiles p where p.id = author and p.created_at > at - make_interval(days => rule.max_account_days)) then return false; end if;
  if rule.max_contributions is not null and (select count(*) from (
      (select from public.community_posts p where p.author_id = author and p.status = 'approved' and p.created_at < at order by p.created_at desc limit rule.max_contributions)
      union all
      (select from public.comments c where c.author_id = author and c.deleted_at is null and c.created_at < at order by c.created_at desc limit rule.max_contributions)) x)
    >= rule.max_contributions then return false; end if;
  if rule.min_per_hour is not null then
    select count(*) into others from (
      (select from public.community_posts p where p.author_id = author and p.created_at >= at - interval '1 hour' and p.created_at < at limit rule.min_per_hour)
      union all
      (select from public.comments c where c.author_id = author and c.created_at >= at - interval '1 hour' and c.created_at < at limit rule.min_per_hour)) x;
    if others + 1 < rule.min_per_hour then return false; end if;
  end if;
  -- Short texts are alike by chance.
  return not rule.is_repeated or (kind <> 'nickname' and char_length(said) >= 20 and case kind
    when 'post' then exists (select from public.community_posts p
      where p.created_at >= at - interval '24 hours' and p.created_at < at and (concat_ws(' ', p.title, p.content) = said or p.type <> 'discussion' and private.said_in(p.id) = said))
    else exists (select from public.comments c left join private.removed_comments r on r.comment_id = c.id
      where c.created_at >= at - interval '24 hours' and c.created_at < at and coalesce(r.content, c.content) = said) end);
end $$;
comment on function private.rule_matches(private.automod_rules, text, text, uuid[], uuid, timestamptz) is
  'Whether what this member wrote at that moment meets every condition of the rule. star_tags: of the post, or of the post a comment is about.';

-- Three times for each comment: a function in SQL would be planned each time (10_member/sessions.sql).
create function private.rules_for(kind text, said text, star_tags uuid[], wanted text[]) returns setof private.automod_rules
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select r.* from private.automod_rules r
    where r.state = 'on' and r.action = any (wanted) and not private.is_moderator()
      and private.rule_matches(r, kind, said, star_tags, auth.uid(), now())
    order by r.created_at;
end $$;
comment on function private.rules_for(text, text, uuid[], text[]) is 'The rules in force, of these actions, that a text of the caller meets; none for the team.';
grant execute on function private.rules_for(text, text, uuid[], text[]) to authenticated, service_role;

-- What it does --------------------------------------------------------------------------------------------------------

create function private.wait_for_rule(last_at timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  if last_at is null or last_at <= now() - interval '10 minutes' then return; end if;
  perform private.refuse_for_now('moderation.rule_slow', private.seconds_until(last_at + interval '10 minutes'));
end $$;
comment on function private.wait_for_rule(timestamptz) is 'Refuses with 429 (hint rule_slow) until ten minutes after that moment.';

create function private.apply_rules_to_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.rules_for('post', concat_ws(' ', new.title, new.content), new.tags, '{slow}')) then
    perform private.wait_for_rule((select max(p.created_at) from public.community_posts p where p.author_id = auth.uid()));
  end if;
  return new;
end $$;
comment on function private.apply_rules_to_post() is 'Trigger: a post that meets a rule which slows down comes ten minutes after the last one.';

create function private.apply_rules_to_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  tags constant uuid[] := (select p.tags from public.community_posts p where p.id = new.post_id);
begin
  -- A comment cannot wait, so what would be held is refused: its author still has the text.
  if exists (select from private.rules_for('comment', new.content, tags, '{hold}')) then
    perform private.refuse('moderation.rule_held', '42501');
  end if;
  if tg_op = 'INSERT' and exists (select from private.rules_for('comment', new.content, tags, '{slow}')) then
    perform private.wait_for_rule((select max(c.created_at) from public.comments c where c.author_id = auth.uid()));
  end if;
  return new;
end $$;
comment on function private.apply_rules_to_comment() is 'Trigger: refuses a comment that meets a rule which holds, and slows down.';

create function private.note_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kind constant text := case tg_table_name when 'comments' then 'comment' else 'post' end;
  facts constant jsonb := to_jsonb(new);
  said constant text := case kind when 'post' then concat_ws(' ', facts ->> 'title', facts ->> 'content') else facts ->> 'content' end;
  star_tags constant uuid[] := (select p.tags from public.community_posts p where p.id = coalesce((facts ->> 'post_id')::uuid, new.id));
begin
  perform private.note_rules_of(kind, new.id, said, star_tags);
  return null;
end $$;
comment on function private.note_rules() is 'Trigger: notes which rules held a post, and reports what a rule flags.';

-- Rules read what readers read ----------------------------------------------------------------------------------------

create function private.note_rules_of(kind text, target uuid, said text, star_tags uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare rule private.automod_rules;
begin
  for rule in select * from private.rules_for(kind, said, star_tags, '{hold,flag}') loop
    insert into private.rule_hits (rule_id, target_type, target_id) values (rule.id, kind, target) on conflict do nothing;
    continue when not found or rule.action <> 'flag';
    -- In its own name: by default a report is the caller's, who here is the author.
    insert into public.reports (target_type, target_post_id, target_comment_id, reporter_id, origin, reason, details, good_faith, confirmed_at, rule_id)
      values (kind, case kind when 'post' then target end, case kind when 'comment' then target end, null, 'rule', 'other',
        private.stored_text('moderation.rule_hit', rule.name), false, now(), rule.id);
  end loop;
end $$;
comment on function private.note_rules_of(text, uuid, text, uuid[]) is
  'Notes which rules held what the caller wrote, and reports what a rule flags; each rule once for a post or comment.';

-- Nicknames -----------------------------------------------------------------------------------------------------------

create function private.rule_refuses_name(wanted text, member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not private.is_of_team(member) and exists (select from private.automod_rules r
    where r.state = 'on' and private.rule_matches(r, 'nickname', wanted, '{}', member, now()))
$$;
comment on function private.rule_refuses_name(text, uuid) is 'Whether a rule in force keeps a member from having this nickname.';
