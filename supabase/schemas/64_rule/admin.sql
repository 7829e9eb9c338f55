-- For admins ----------------------------------------------------------------------------------------------------------

create function private.rule_of(given jsonb) returns private.automod_rules
language plpgsql stable set search_path = '' as $$
declare
  rule private.automod_rules;
begin
  if pg_column_size(given) > 20000 then perform private.refuse('moderation.rule_invalid'); end if;
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
grant execute on function private.automod_page() to authenticated;

create function public.admin_automod_page() returns jsonb
language sql stable set search_path = '' as $$ select private.automod_page() $$;
comment on function public.admin_automod_page() is 'RPC for admins: {rules}.';
grant execute on function public.admin_automod_page() to authenticated, service_role;

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
    if (select count(*) from private.automod_rules) >= 100 then perform private.refuse('moderation.too_many_rules'); end if;
    insert into private.automod_rules (name, applies_to, action, words, min_links, max_account_days, max_contributions, min_per_hour,
        is_repeated, names_star, updated_by)
      values (next.name, next.applies_to, next.action, next.words, next.min_links, next.max_account_days, next.max_contributions, next.min_per_hour,
        next.is_repeated, next.names_star, auth.uid())
      returning * into was;
    return private.rule_json(was);
  end if;
  select * into was from private.automod_rules r where r.id = rule for update;
  if not found or was.updated_at is distinct from seen then
    perform private.refuse('moderation.changed_meanwhile');
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
grant execute on function private.save_automod_rule(uuid, timestamptz, jsonb) to authenticated;

create function public.admin_save_automod_rule(p_id uuid, p_seen timestamptz, p_values jsonb) returns jsonb
language sql set search_path = '' as $$ select private.save_automod_rule(p_id, p_seen, p_values) $$;
comment on function public.admin_save_automod_rule(uuid, timestamptz, jsonb) is
  'RPC for admins: creates (without id) or changes a rule; a changed one goes back to its trial. Hints rule_invalid, changed_meanwhile, too_many_rules; 23505: the name is taken.';
grant execute on function public.admin_save_automod_rule(uuid, timestamptz, jsonb) to authenticated, service_role;

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
grant execute on function private.switch_automod_rule(uuid, text) to authenticated;

create function public.admin_switch_automod_rule(p_id uuid, p_state text) returns jsonb
language sql set search_path = '' as $$ select private.switch_automod_rule(p_id, p_state) $$;
comment on function public.admin_switch_automod_rule(uuid, text) is
  'RPC for admins: puts a rule in force (on), on trial (shadow) or out of force (off); null deletes it. The rule, or null: it is gone.';
grant execute on function public.admin_switch_automod_rule(uuid, text) to authenticated, service_role;

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
      (select 'post' as kind, p.id, p.title as shown, private.said_in(p.id) as said, p.tags, p.author_id, p.created_at
        from public.community_posts p where p.created_at > now() - interval '7 days' and 'post' = any (rule.applies_to)
        order by p.created_at desc, p.id desc limit 2000)
      union all
      (select 'comment', c.id, coalesce(r.content, c.content), coalesce(r.content, c.content), p.tags, coalesce(c.author_id, r.author_id), c.created_at
        from public.comments c join public.community_posts p on p.id = c.post_id left join private.removed_comments r on r.comment_id = c.id
        where c.created_at > now() - interval '7 days' and 'comment' = any (rule.applies_to) and coalesce(r.content, c.content) <> ''
        order by c.created_at desc, c.id desc limit 5000)
      union all
      -- Nobody is renamed: this is where the team sees who has such a name.
      (select 'nickname', m.id, m.nickname, m.nickname, '{}', m.id, m.created_at from public.profiles m
        where m.nickname is not null and 'nickname' = any (rule.applies_to) order by m.created_at desc, m.id desc limit 5000)
    ), hit as materialized (
      select x.* from (
        select r.*, lag(r.created_at) over (partition by r.kind, r.said order by r.created_at, r.id) as same_at from recent r
      ) x
      where x.author_id not in (select private.team_members())
        and (not rule.is_repeated or (char_length(x.said) >= 20 and x.same_at >= x.created_at - interval '24 hours'))
        and private.rule_matches(others, x.kind, x.said, x.tags, x.author_id, x.created_at)
    )
    select jsonb_build_object('checked', (select count(*) from recent), 'posts', count(*) filter (where h.kind = 'post'),
      'comments', count(*) filter (where h.kind = 'comment'), 'names', count(*) filter (where h.kind = 'nickname'), 'members', count(distinct h.author_id),
      'examples', coalesce((
        select jsonb_agg(jsonb_build_object('id', e.id, 'kind', e.kind, 'text', private.excerpt(e.shown, 180), 'at', e.created_at, 'by', m.nickname)
          order by e.created_at desc, e.id)
        from (select * from hit y order by y.created_at desc, y.id limit 20) e left join public.public_profiles m on m.id = e.author_id), '[]'::jsonb))
    from hit h);
end $$;
comment on function private.try_automod_rule(jsonb) is 'See public.admin_try_automod_rule().';
grant execute on function private.try_automod_rule(jsonb) to authenticated;

create function public.admin_try_automod_rule(p_values jsonb) returns jsonb
language sql stable set search_path = '' set statement_timeout = '20s' as $$ select private.try_automod_rule(p_values) $$;
comment on function public.admin_try_automod_rule(jsonb) is
  'RPC for admins: what a rule would have met among the latest 2,000 posts and 5,000 comments of 7 days, {checked, posts, comments, members, examples}. What it would have prevented cannot be counted. Hint rule_invalid.';
grant execute on function public.admin_try_automod_rule(jsonb) to authenticated, service_role;
