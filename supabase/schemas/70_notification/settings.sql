-- Settings ------------------------------------------------------------------------------------------------------------

create function public.notification_settings() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('type', t.type, 'changeable', t.changeable,
    'enabled', not t.changeable or coalesce(p.enabled, private.usual_channel(t.type) <> 'off'),
    'channel', case when t.changeable then coalesce(p.channel, nullif(private.usual_channel(t.type), 'off'), 'push') else 'push' end)
    order by t.place)
  from (values
    (1, 'comment_on_post', true),
    (2, 'reply_to_comment', true),
    (3, 'subsequent_comment', true),
    (4, 'mention', true),
    (5, 'followed_comment', true),
    (6, 'tagged_post', true),
    (7, 'member_post', true),
    (8, 'format_today', true),
    (9, 'broadcast_cancelled', true),
    (10, 'reaction_on_post', true),
    (11, 'reaction_on_comment', true),
    (12, 'vote_on_rumor', true),
    (13, 'vote_on_poll', true),
    (14, 'rumor_status_update', true),
    (15, 'rumor_changed', true),
    (16, 'rumor_decided', true),
    (17, 'poll_ended', true),
    (18, 'statement_published', true),
    (19, 'post_approved', true),
    (20, 'post_rejected', false),
    (21, 'invite_used', true),
    (22, 'report_outcome', true),
    (23, 'warning', false),
    (24, 'team_role', false),
    (25, 'team_alert', true)
  ) as t (place, type, changeable)
  left join public.notification_preferences p on p.user_id = auth.uid() and p.type = t.type
  where t.type <> 'team_alert' or auth.uid() in (select private.team_members())
$$;
comment on function public.notification_settings() is
  'RPC: all types of notifications with the caller''s choice, and where they go: push or app; what is always on cannot be switched off.';
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
