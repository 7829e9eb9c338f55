-- Types ---------------------------------------------------------------------------------------------------------------

-- Every type once, in the order of the settings. domain/src/notification/types.ts has their texts.
create function private.notification_types() returns table (place integer, type text, changeable boolean, usual text, of_post boolean)
language sql immutable parallel safe set search_path = '' as $$
  values
    (1, 'comment_on_post', true, 'push', true),
    (2, 'reply_to_comment', true, 'push', true),
    (3, 'subsequent_comment', true, 'push', true),
    (4, 'mention', true, 'push', false),
    (5, 'followed_comment', true, 'push', true),
    -- What many members get at once rings nobody's phone unless they want it to.
    (6, 'tagged_post', true, 'app', false),
    (7, 'member_post', true, 'push', false),
    (8, 'format_today', true, 'off', false),
    (9, 'broadcast_cancelled', true, 'app', false),
    (10, 'reaction_on_post', true, 'push', true),
    (11, 'reaction_on_comment', true, 'push', true),
    (12, 'vote_on_rumor', true, 'push', true),
    (13, 'vote_on_poll', true, 'push', true),
    (14, 'rumor_status_update', true, 'push', false),
    (15, 'rumor_changed', true, 'push', false),
    (16, 'rumor_decided', true, 'push', false),
    (17, 'poll_ended', true, 'app', true),
    (18, 'statement_published', true, 'app', false),
    (19, 'post_approved', true, 'push', false),
    (20, 'post_rejected', false, 'push', false),
    (21, 'invite_used', true, 'push', false),
    (22, 'report_outcome', true, 'push', false),
    (23, 'warning', false, 'push', false),
    (24, 'team_role', false, 'push', false),
    (25, 'team_alert', true, 'push', false)
$$;
comment on function private.notification_types() is
  'Types of notifications. changeable: can be switched off; usual: where it goes until the member chooses (push, app, off); of_post: what is chosen for a post counts before what is chosen for the type.';
grant execute on function private.notification_types() to authenticated, service_role;

create function private.is_notification_type(kind text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select kind in (select t.type from private.notification_types() t)
$$;
comment on function private.is_notification_type(text) is 'Whether there is such a type.';
grant execute on function private.is_notification_type(text) to authenticated, service_role;

create function private.is_changeable_type(kind text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select kind in (select t.type from private.notification_types() t where t.changeable)
$$;
comment on function private.is_changeable_type(text) is 'Whether there is such a type, and it can be switched off.';
grant execute on function private.is_changeable_type(text) to authenticated, service_role;

create function private.usual_channel(type text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select coalesce((select t.usual from private.notification_types() t where t.type = usual_channel.type), 'push')
$$;
comment on function private.usual_channel(text) is 'Where a type goes until the member chooses.';
grant execute on function private.usual_channel(text) to authenticated;
