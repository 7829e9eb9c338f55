-- Rules that look at what is written (docs/decisions/068-automod-rules.md) ---------------------------------------------------------

create table private.automod_rules (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(name) between 2 and 80),
  -- A new rule only shows what it would do.
  state text not null default 'shadow' check (state in ('off', 'shadow', 'on')),
  applies_to text[] not null check (applies_to <@ '{post,comment}' and cardinality(applies_to) between 1 and 2),
  action text not null check (action in ('hold', 'flag', 'slow')),
  words text[] not null default '{}' check (cardinality(words) <= 200 and char_length(array_to_string(words, '')) <= 6000),
  min_links integer check (min_links between 1 and 20),
  max_account_days integer check (max_account_days between 1 and 365),
  max_contributions integer check (max_contributions between 1 and 100),
  min_per_hour integer check (min_per_hour between 2 and 1000),
  is_repeated boolean not null default false,
  names_star boolean not null default false,
  updated_by uuid references public.profiles on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint automod_rules_condition check (words <> '{}' or is_repeated or names_star
    or num_nonnulls(min_links, max_account_days, max_contributions, min_per_hour) > 0)
);
comment on table private.automod_rules is
  'Rules of the admins: a text that meets every condition given waits (hold), is reported (flag) or has to come later (slow).';
create index automod_rules_updated_by on private.automod_rules (updated_by);

create table private.rule_hits (
  rule_id uuid not null references private.automod_rules on delete cascade,
  target_type text not null check (target_type in ('post', 'comment')),
  target_id uuid not null,
  hit_at timestamptz not null default now(),
  primary key (rule_id, target_id)
);
comment on table private.rule_hits is 'Which rules made a post or comment wait or reported it; kept for 30 days.';
create index rule_hits_target on private.rule_hits (target_id);
create index rule_hits_hit_at on private.rule_hits (hit_at);
revoke all on private.automod_rules, private.rule_hits from public, anon, authenticated;

alter table public.reports add column rule_id uuid;
comment on column public.reports.rule_id is
  'The rule that reported it instead of a person. No foreign key: without the rule it is still no notice of a person.';

-- What a rule finds ------------------------------------------------------------------------------------------------------------

create function private.plain_words(given text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select array_to_string(private.words_of(private.search_fold(given)), ' ')
$$;
comment on function private.plain_words(text) is 'The words of a text as the search folds them, with a space between them.';

create function private.links_in(shown text) returns integer
language sql immutable strict parallel safe set search_path = '' as $$
  select regexp_count(shown, 'https?://[^[:space:]]|(^|[^[:alnum:]@._/-])www\.[[:alnum:]-]+\.[[:alpha:]]', 1, 'i')
$$;
comment on function private.links_in(text) is 'How many addresses of a text a page may show as links. At least what linkParts of domain finds; a test compares.';

create or replace function private.shows_link(shown text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$ select private.links_in(shown) > 0 $$;
comment on function private.shows_link(text) is 'Whether a page may show an address in a text as a link.';

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
    read := ' ' || private.plain_words(said) || ' ';
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
  return not rule.is_repeated or (char_length(said) >= 20 and case kind
    when 'post' then exists (select from public.community_posts p
      where p.created_at >= at - interval '24 hours' and p.created_at < at and concat_ws(' ', p.title, p.content) = said)
    else exists (select from public.comments c left join private.removed_comments r on r.comment_id = c.id
      where c.created_at >= at - interval '24 hours' and c.created_at < at and coalesce(r.content, c.content) = said) end);
end $$;
comment on function private.rule_matches(private.automod_rules, text, text, uuid[], uuid, timestamptz) is
  'Whether what this member wrote at that moment meets every condition of the rule. star_tags: of the post, or of the post a comment is about.';

create function private.rules_for(kind text, said text, star_tags uuid[], wanted text[]) returns setof private.automod_rules
language sql stable security definer set search_path = '' as $$
  select r.* from private.automod_rules r
  where r.state = 'on' and r.action = any (wanted) and not private.is_moderator()
    and private.rule_matches(r, kind, said, star_tags, auth.uid(), now())
  order by r.created_at
$$;
comment on function private.rules_for(text, text, uuid[], text[]) is 'The rules in force, of these actions, that a text of the caller meets; none for the team.';
revoke execute on function private.rule_matches(private.automod_rules, text, text, uuid[], uuid, timestamptz),
  private.rules_for(text, text, uuid[], text[]), private.plain_words(text), private.links_in(text) from public, anon;
grant execute on function private.rules_for(text, text, uuid[], text[]), private.plain_words(text), private.links_in(text) to authenticated, service_role;

-- What it does -----------------------------------------------------------------------------------------------------------------

create or replace function private.needs_a_human(kind text, title text, content text, tags uuid[], subject text) returns boolean
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

create function private.wait_for_rule(last_at timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  if last_at is null or last_at <= now() - interval '10 minutes' then return; end if;
  raise sqlstate 'PGRST' using
    message = '{"code":"PT429","message":"Das geht gerade zu schnell. Warte zehn Minuten, dein Text bleibt hier stehen.","details":null,"hint":"rule_slow"}',
    detail = jsonb_build_object('status', 429, 'headers', jsonb_build_object('Retry-After',
      greatest(1, ceil(extract(epoch from last_at + interval '10 minutes' - now()))::integer)::text))::text;
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
create trigger community_posts_06_rules before insert on public.community_posts
  for each row when (private.is_client()) execute function private.apply_rules_to_post();

create function private.apply_rules_to_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  tags constant uuid[] := (select p.tags from public.community_posts p where p.id = new.post_id);
begin
  -- A comment cannot wait, so what would be held is refused: its author still has the text.
  if exists (select from private.rules_for('comment', new.content, tags, '{hold}')) then
    raise exception 'Dieser Kommentar passt auf eine Regel gegen Spam und Angriffe. Schreib ihn anders.' using errcode = '42501', hint = 'rule_held';
  end if;
  if tg_op = 'INSERT' and exists (select from private.rules_for('comment', new.content, tags, '{slow}')) then
    perform private.wait_for_rule((select max(c.created_at) from public.comments c where c.author_id = auth.uid()));
  end if;
  return new;
end $$;
comment on function private.apply_rules_to_comment() is 'Trigger: refuses a comment that meets a rule which holds, and slows down.';
create trigger comments_09_rules before insert or update of content on public.comments
  for each row when (private.is_client() and new.deleted_at is null) execute function private.apply_rules_to_comment();

create function private.note_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kind constant text := case tg_table_name when 'comments' then 'comment' else 'post' end;
  facts constant jsonb := to_jsonb(new);
  said constant text := case kind when 'post' then concat_ws(' ', facts ->> 'title', facts ->> 'content') else facts ->> 'content' end;
  star_tags constant uuid[] := (select p.tags from public.community_posts p where p.id = coalesce((facts ->> 'post_id')::uuid, new.id));
  rule private.automod_rules;
begin
  for rule in select * from private.rules_for(kind, said, star_tags, '{hold,flag}') loop
    insert into private.rule_hits (rule_id, target_type, target_id) values (rule.id, kind, new.id) on conflict do nothing;
    continue when not found or rule.action <> 'flag';
    insert into public.reports (target_type, target_post_id, target_comment_id, reason, details, good_faith, confirmed_at, rule_id)
      values (kind, case kind when 'post' then new.id end, case kind when 'comment' then new.id end, 'other',
        'Die Regel „' || rule.name || '“ hat angeschlagen.', false, now(), rule.id);
  end loop;
  return null;
end $$;
comment on function private.note_rules() is 'Trigger: notes which rules held a post, and reports what a rule flags.';
create trigger community_posts_92_rules after insert on public.community_posts
  for each row when (private.is_client()) execute function private.note_rules();
create trigger comments_92_rules after insert or update of content on public.comments
  for each row when (private.is_client() and new.deleted_at is null) execute function private.note_rules();

-- For admins -------------------------------------------------------------------------------------------------------------------

create function private.rule_of(given jsonb) returns private.automod_rules
language plpgsql stable set search_path = '' as $$
declare
  rule private.automod_rules;
begin
  if pg_column_size(given) > 20000 then perform private.refuse('Das ist zu lang.', 'rule_invalid'); end if;
  rule := jsonb_populate_record(null::private.automod_rules, given - '{id,state,updated_by,created_at,updated_at}'::text[]);
  rule.name := coalesce(private.clean_line(rule.name), '');
  rule.words := array(select distinct w.word from (
    select lower(private.clean_line(x)) as word from unnest(coalesce(rule.words, '{}')) x) w
    where private.plain_words(w.word) <> '' order by 1);
  rule.applies_to := array(select distinct x from unnest(coalesce(rule.applies_to, '{}')) x order by 1 desc);
  rule.is_repeated := coalesce(rule.is_repeated, false);
  rule.names_star := coalesce(rule.names_star, false);
  return rule;
end $$;
comment on function private.rule_of(jsonb) is 'A rule as an admin wrote it, cleaned; hint rule_invalid. The table''s constraints decide whether it is one.';

create function private.rule_json(r private.automod_rules) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', r.id, 'name', r.name, 'state', r.state, 'applies_to', r.applies_to, 'action', r.action, 'words', r.words,
    'min_links', r.min_links, 'max_account_days', r.max_account_days, 'max_contributions', r.max_contributions, 'min_per_hour', r.min_per_hour,
    'is_repeated', r.is_repeated, 'names_star', r.names_star, 'updated_at', r.updated_at,
    'hits', (select count(*) from private.rule_hits h where h.rule_id = r.id and h.hit_at > now() - interval '7 days'))
$$;
comment on function private.rule_json(private.automod_rules) is 'A rule for the admin area, with how often it held or reported something in 7 days.';

create function private.automod_page() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object('rules', coalesce((select jsonb_agg(private.rule_json(r) order by r.name) from private.automod_rules r), '[]'::jsonb));
end $$;
comment on function private.automod_page() is 'See public.admin_automod_page().';
create function public.admin_automod_page() returns jsonb
language sql stable set search_path = '' as $$ select private.automod_page() $$;
comment on function public.admin_automod_page() is 'RPC for admins: {rules}.';

create function private.save_automod_rule(rule uuid, seen timestamptz, given jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  was private.automod_rules;
  next private.automod_rules;
begin
  perform private.require_admin();
  next := private.rule_of(given);
  perform private.log_staff_action(case when rule is null then 'create' else 'update' end, 'automod_rule', rule::text, jsonb_build_object('name', next.name));
  if rule is null then
    if (select count(*) from private.automod_rules) >= 100 then perform private.refuse('Mehr als 100 Regeln gehen nicht.', 'too_many_rules'); end if;
    insert into private.automod_rules (name, applies_to, action, words, min_links, max_account_days, max_contributions, min_per_hour,
        is_repeated, names_star, updated_by)
      values (next.name, next.applies_to, next.action, next.words, next.min_links, next.max_account_days, next.max_contributions, next.min_per_hour,
        next.is_repeated, next.names_star, auth.uid())
      returning * into was;
    return private.rule_json(was);
  end if;
  select * into was from private.automod_rules r where r.id = rule for update;
  if not found or was.updated_at is distinct from seen then
    perform private.refuse('Jemand hat diese Regel inzwischen geändert.', 'changed_meanwhile');
  end if;
  update private.automod_rules r set name = next.name, applies_to = next.applies_to, action = next.action, words = next.words,
      min_links = next.min_links, max_account_days = next.max_account_days, max_contributions = next.max_contributions,
      min_per_hour = next.min_per_hour, is_repeated = next.is_repeated, names_star = next.names_star,
      -- What it does now has not been looked at.
      state = case r.state when 'on' then 'shadow' else r.state end,
      updated_by = auth.uid(), updated_at = clock_timestamp()
    where r.id = rule returning * into was;
  return private.rule_json(was);
end $$;
comment on function private.save_automod_rule(uuid, timestamptz, jsonb) is 'See public.admin_save_automod_rule().';
create function public.admin_save_automod_rule(p_id uuid, p_seen timestamptz, p_values jsonb) returns jsonb
language sql set search_path = '' as $$ select private.save_automod_rule(p_id, p_seen, p_values) $$;
comment on function public.admin_save_automod_rule(uuid, timestamptz, jsonb) is
  'RPC for admins: creates (without id) or changes a rule; a changed one goes back to its trial. Hints rule_invalid, changed_meanwhile, too_many_rules; 23505: the name is taken.';

create function private.switch_automod_rule(rule uuid, next text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare was private.automod_rules;
begin
  perform private.require_admin();
  select * into was from private.automod_rules r where r.id = rule for update;
  if not found then return null; end if;
  perform private.log_staff_action(case when next is null then 'delete' else 'update' end, 'automod_rule', rule::text,
    jsonb_build_object('name', was.name, 'fields', jsonb_build_array('state'), 'to', next));
  if next is null then
    delete from private.automod_rules r where r.id = rule;
    return null;
  end if;
  update private.automod_rules r set state = next, updated_by = auth.uid(), updated_at = clock_timestamp() where r.id = rule returning * into was;
  return private.rule_json(was);
end $$;
comment on function private.switch_automod_rule(uuid, text) is 'See public.admin_switch_automod_rule().';
create function public.admin_switch_automod_rule(p_id uuid, p_state text) returns jsonb
language sql set search_path = '' as $$ select private.switch_automod_rule(p_id, p_state) $$;
comment on function public.admin_switch_automod_rule(uuid, text) is
  'RPC for admins: puts a rule in force (on), on trial (shadow) or out of force (off); null deletes it. The rule, or null: it is gone.';

create function private.try_automod_rule(given jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  rule private.automod_rules;
  others private.automod_rules;
begin
  perform private.require_admin();
  rule := private.rule_of(given);
  -- The same text is found in one pass: asking for each of 5,000 would read the day 5,000 times.
  others := rule;
  others.is_repeated := false;
  return (
    with recent as materialized (
      (select 'post' as kind, p.id, p.title as shown, concat_ws(' ', p.title, p.content) as said, p.tags, p.author_id, p.created_at
        from public.community_posts p where p.created_at > now() - interval '7 days' and 'post' = any (rule.applies_to)
        order by p.created_at desc, p.id desc limit 2000)
      union all
      (select 'comment', c.id, coalesce(r.content, c.content), coalesce(r.content, c.content), p.tags, coalesce(c.author_id, r.author_id), c.created_at
        from public.comments c join public.community_posts p on p.id = c.post_id left join private.removed_comments r on r.comment_id = c.id
        where c.created_at > now() - interval '7 days' and 'comment' = any (rule.applies_to) and coalesce(r.content, c.content) <> ''
        order by c.created_at desc, c.id desc limit 5000)
    ), hit as materialized (
      select x.* from (
        select r.*, lag(r.created_at) over (partition by r.kind, r.said order by r.created_at, r.id) as same_at from recent r
      ) x
      where x.author_id not in (select private.team_members())
        and (not rule.is_repeated or (char_length(x.said) >= 20 and x.same_at >= x.created_at - interval '24 hours'))
        and private.rule_matches(others, x.kind, x.said, x.tags, x.author_id, x.created_at)
    )
    select jsonb_build_object('checked', (select count(*) from recent), 'posts', count(*) filter (where h.kind = 'post'),
      'comments', count(*) filter (where h.kind = 'comment'), 'members', count(distinct h.author_id),
      'examples', coalesce((
        select jsonb_agg(jsonb_build_object('id', e.id, 'kind', e.kind, 'text', private.excerpt(e.shown, 180), 'at', e.created_at, 'by', m.nickname)
          order by e.created_at desc, e.id)
        from (select * from hit y order by y.created_at desc, y.id limit 20) e left join public.public_profiles m on m.id = e.author_id), '[]'::jsonb))
    from hit h);
end $$;
comment on function private.try_automod_rule(jsonb) is 'See public.admin_try_automod_rule().';
create function public.admin_try_automod_rule(p_values jsonb) returns jsonb
language sql stable set search_path = '' set statement_timeout = '20s' as $$ select private.try_automod_rule(p_values) $$;
comment on function public.admin_try_automod_rule(jsonb) is
  'RPC for admins: what a rule would have met among the latest 2,000 posts and 5,000 comments of 7 days, {checked, posts, comments, members, examples}. What it would have prevented cannot be counted. Hint rule_invalid.';

revoke execute on function private.rule_of(jsonb), private.rule_json(private.automod_rules), private.wait_for_rule(timestamptz), private.automod_page(),
  private.save_automod_rule(uuid, timestamptz, jsonb), private.switch_automod_rule(uuid, text), private.try_automod_rule(jsonb) from public, anon;
grant execute on function private.automod_page(), private.save_automod_rule(uuid, timestamptz, jsonb), private.switch_automod_rule(uuid, text),
  private.try_automod_rule(jsonb) to authenticated;
revoke all on function public.admin_automod_page(), public.admin_save_automod_rule(uuid, timestamptz, jsonb),
  public.admin_switch_automod_rule(uuid, text), public.admin_try_automod_rule(jsonb) from public, anon, authenticated;
grant execute on function public.admin_automod_page(), public.admin_save_automod_rule(uuid, timestamptz, jsonb),
  public.admin_switch_automod_rule(uuid, text), public.admin_try_automod_rule(jsonb) to authenticated;

-- Where it is seen ---------------------------------------------------------------------------------------------------------------

create or replace function private.admin_post_record(post uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('id', p.id, 'title', p.title,
      'type', case p.type when 'rumor' then 'gerücht' when 'poll' then 'umfrage' else 'diskussion' end,
      'author_id', p.author_id, 'author_name', coalesce(a.nickname, 'Unbekannt'), 'author_slug', a.slug,
      'author_record', case when p.author_id is not null then private.author_record(p.author_id) end,
      'content_excerpt', left(p.content, 180), 'content_full', p.content, 'status', p.status, 'tags', p.tags,
      'tag_refs', private.tags_of(p.tags), 'slug', p.slug, 'created_at', p.created_at, 'updated_at', greatest(p.updated_at, v.updated_at),
      'last_activity_at', p.last_activity_at, 'moderated_by', p.moderated_by, 'moderated_at', p.moderated_at,
      'moderator_name', (select m.nickname from public.profiles m where m.id = p.moderated_by),
      'rejection_reason', p.rejection_reason, 'edited_at', p.edited_at, 'staff_edited_at', p.staff_edited_at,
      'votes', jsonb_build_object('total', p.votes_count, 'agree', coalesce(r.agree_count, 0), 'disagree', coalesce(r.disagree_count, 0)),
      'poll_ends_at', p.poll_ends_at, 'subject', p.rumor_subject, 'statement', private.statement_of(p.statement_speaker, p.statement, p.statement_at),
      'poll_options', coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'text', o.text, 'position', o.position) order by o.position)
        from public.poll_options o where o.post_id = p.id), '[]'::jsonb),
      'poll_votes', coalesce((select jsonb_agg(jsonb_build_object('option_id', o.id, 'votes', o.votes_count) order by o.position)
        from public.poll_options o where o.post_id = p.id), '[]'::jsonb),
      'reactions', jsonb_build_object('heart', p.hearts_count, 'poop', p.poops_count), 'comments', p.comments_count,
      'rumor', case when r.post_id is not null then jsonb_build_object('status', r.rumor_status, 'source_url', r.source_url,
        'verification_reason', r.verification_reason, 'verification_source', r.verification_source, 'updated_at', r.updated_at) end,
      -- One text before and one after: a change that waits, or one that opened a decided rumor again.
      'change', case
        when v.status = 'pending' and p.status = 'approved' then jsonb_build_object('kind', 'revision', 'at', v.submitted_at,
          'decided', null, 'before', private.text_json(private.text_of(p.id)), 'after', private.text_json(private.text_of_revision(v)))
        when r.recheck_at is not null then (
          select jsonb_build_object('kind', 'recheck', 'at', r.recheck_at, 'decided', old.rumor_status,
            'before', private.text_json(private.text_of_version(old)), 'after', private.text_json(private.text_of(p.id)))
          from private.post_versions old where old.post_id = p.id and old.rumor_status <> 'unverified' order by old.id desc limit 1) end,
      'sensitive', private.found_subjects(p.rumor_subject, concat_ws(' ', p.title, p.content, private.answers_of(p.id), v.title, v.content, array_to_string(v.options, ' '))),
      'rules', coalesce((select jsonb_agg(r.name order by r.name) from private.rule_hits h join private.automod_rules r on r.id = h.rule_id
        where h.target_id = p.id), '[]'::jsonb),
      'open_reports', (select count(*) from public.reports x where x.target_post_id = p.id and x.status = 'pending'))
    from public.community_posts p
    left join public.public_profiles a on a.id = p.author_id
    left join public.post_rumors r on r.post_id = p.id
    left join private.post_revisions v on v.post_id = p.id
    where p.id = post);
end $$;

create or replace function private.notices_between(since timestamptz, until timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  with notices as materialized (
    select r.reason, r.status, r.action, r.reporter_id, r.good_faith, r.target_type, r.resolved_at - r.confirmed_at as took
    from public.reports r where r.created_at >= since and r.created_at < until and r.confirmed_at is not null
      -- Notices come from people.
      and r.rule_id is null)
  select jsonb_build_object(
    'total', count(*),
    'on_posts', count(*) filter (where n.target_type = 'post'),
    'on_comments', count(*) filter (where n.target_type = 'comment'),
    'on_profiles', count(*) filter (where n.target_type = 'profile'),
    -- Guests always report with the good-faith statement; a member's account may have been deleted since.
    'by_guests', count(*) filter (where n.reporter_id is null and n.good_faith),
    'open', count(*) filter (where n.status = 'pending'),
    'dismissed', count(*) filter (where n.status = 'dismissed'),
    'acted_on', count(*) filter (where n.status = 'resolved'),
    'median_seconds', private.median_seconds(array_agg(n.took) filter (where n.took is not null)),
    'by_reason', coalesce((
      select jsonb_agg(jsonb_build_object('reason', g.reason, 'total', g.total, 'acted_on', g.acted_on) order by g.total desc, g.reason)
      from (select x.reason, count(*) as total, count(*) filter (where x.status = 'resolved') as acted_on from notices x group by x.reason) g),
      '[]'::jsonb))
  from notices n
$$;

create or replace function private.apply_retention() returns void
language sql security definer set search_path = '' as $$
  -- 30 days (docs/product/notifications.md). Decisions of the team are kept as long as they can be appealed.
  delete from public.notifications where created_at < now() - interval '30 days' and type not in ('warning', 'post_rejected');
  delete from public.notifications where read and created_at < now() - interval '6 months';
  delete from private.removed_comments where removed_at < now() - interval '180 days';
  delete from private.removed_profiles where removed_at < now() - interval '180 days';
  delete from private.case_notes where written_at < now() - interval '180 days';
  delete from private.rule_hits where hit_at < now() - interval '30 days';
  delete from private.case_claims where claimed_until < now() - interval '1 day';
  delete from private.spam_removals where removed_at < now() - interval '180 days';
  delete from private.post_versions where replaced_at < now() - interval '180 days';
  delete from public.comment_reads where read_at < now() - interval '180 days';
  delete from public.archived_posts where archived_at < now() - interval '180 days'
    or (archived_by = author_id and archived_at < now() - interval '30 days');
  update public.moderation_actions set content_excerpt = null
    where created_at < now() - interval '180 days' and content_excerpt is not null;
  delete from private.rate_counts where slot < now() - interval '10 minutes';
  delete from private.invite_guesses where guessed_at < now() - interval '1 hour';
  delete from private.sign_up_hashes where signed_up_at < now() - interval '24 hours';
$$;
