-- Settings ------------------------------------------------------------------------------------------------------------

create function public.notification_settings() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_array(jsonb_build_object('type', 'all', 'changeable', true, 'channel', 'push', 'enabled', not exists (
      select from public.notification_preferences a where a.user_id = auth.uid() and a.type = 'all' and not a.enabled)))
    || jsonb_agg(jsonb_build_object('type', t.type, 'changeable', t.changeable,
    'enabled', not t.changeable or coalesce(p.enabled, t.usual <> 'off'),
    'channel', case when t.changeable then coalesce(p.channel, nullif(t.usual, 'off'), 'push') else 'push' end)
    order by t.place)
  from private.notification_types() t
  left join public.notification_preferences p on p.user_id = auth.uid() and p.type = t.type
  where not t.of_team or auth.uid() in (select private.team_members())
$$;
comment on function public.notification_settings() is
  'RPC: all types of notifications with the caller''s choice, and where they go: push or app; what is always on cannot be switched off. First "all": off while everything else rests.';
grant execute on function public.notification_settings() to authenticated, service_role;

-- Who is answered is told of it ---------------------------------------------------------------------------------------

-- The list hides reply_to_comment by contract, so whoever is answered gets a subsequent_comment about their own comment, whose text
-- says that it is an answer; the setting "Antworten" switches it.

create function private.setting_of(kind text, data jsonb) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when kind = 'subsequent_comment' and data ? 'answer' then 'reply_to_comment' else kind end
$$;
comment on function private.setting_of(text, jsonb) is 'The setting that switches a notification: an answer is stored as subsequent_comment, and is switched by reply_to_comment.';

create function private.wants(member uuid, setting text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.type_channel(member, setting) <> 'off'
$$;
comment on function private.wants(uuid, text) is 'Whether a member has this setting of notifications switched on.';
