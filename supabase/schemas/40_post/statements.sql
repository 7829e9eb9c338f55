-- What the person concerned says, beside what is said about them (docs/decisions/063-statements.md) -------------------

create function private.statement_of(speaker text, said text, since timestamptz) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return case when said is not null then jsonb_build_object('speaker', speaker, 'text', said, 'at', since) end;
end $$;
comment on function private.statement_of(text, text, timestamptz) is 'The statement of a post as {speaker, text, at}, or null.';
grant execute on function private.statement_of(text, text, timestamptz) to anon, authenticated, service_role;

-- Publishing it -------------------------------------------------------------------------------------------------------

create function private.set_statement(post uuid, seen timestamptz, given_speaker text, given text, reason text, rule text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
  speaker text := nullif(private.clean_line(coalesce(given_speaker, '')), '');
  said constant text := nullif(private.trim_text(private.clean_text(coalesce(given, ''))), '');
  why constant text := private.staff_reason(reason);
  star uuid;
begin
  perform private.require_moderator();
  perform private.decide_on(rule);
  perform private.require_short(given_speaker, 100, 'post.speaker_length');
  perform private.require_short(given, 2000, 'post.statement_length');
  if said is not null and coalesce(char_length(speaker), 0) not between 2 and 100 then
    perform private.refuse('post.speaker_length');
  end if;
  select * into was from public.community_posts p where p.id = post for update;
  if was.id is null then return private.outcome(post, 'gone', private.post_decider(post)); end if;
  if was.author_id = auth.uid() then return private.outcome(post, 'own'); end if;
  if was.statement_at is distinct from seen then return private.outcome(post, 'changed'); end if;
  -- What stands there already may stand.
  if said is not null and speaker is distinct from was.statement_speaker then
    speaker := private.true_speaker(speaker, was.tags);
  end if;
  if (said, case when said is not null then speaker end) is not distinct from (was.statement, was.statement_speaker) then
    return private.outcome(post, 'done');
  end if;
  star := private.star_who_said(was);
  if star is not null and why is null then perform private.refuse('moderation.reason_required'); end if;
  perform private.log_staff_action('set_statement', 'post', post::text, jsonb_build_object('title', was.title, 'speaker', speaker,
    'reason', coalesce(why, case when said is null then 'entfernt' end)));
  update public.community_posts p set statement = said, statement_speaker = case when said is not null then speaker end,
    statement_at = case when said is not null then clock_timestamp() end where p.id = post;
  if star is not null then perform private.take_statement(was, star, why); end if;
  if said is not null and was.statement is null then
    insert into private.announcements (kind, post_id) values ('statement', post) on conflict do nothing;
  end if;
  return private.outcome(post, 'done');
end $$;
comment on function private.set_statement(uuid, timestamptz, text, text, text, text) is 'See public.admin_set_statement().';
grant execute on function private.set_statement(uuid, timestamptz, text, text, text, text) to authenticated;

create function public.admin_set_statement(
  p_id uuid, p_seen timestamptz, p_speaker text, p_text text, p_reason text default null, p_rule text default null
) returns jsonb
language sql set search_path = '' as $$ select private.set_statement(p_id, p_seen, p_speaker, p_text, p_reason, p_rule) $$;
comment on function public.admin_set_statement(uuid, timestamptz, text, text, text, text) is
  'RPC for staff: publishes, changes or (without text) removes what the person concerned says about a post; p_seen: since when the shown one stands. What a star said themselves takes a reason, which they get with what it rests on (p_rule). {id, outcome, by}; hints speaker_length, statement_length, reason_required.';
grant execute on function public.admin_set_statement(uuid, timestamptz, text, text, text, text) to authenticated, service_role;
