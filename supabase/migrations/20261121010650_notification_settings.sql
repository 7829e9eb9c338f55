-- Which notifications a member wants (decisions §9). Shapes: notificationSettings in domain/src/contract/account/account.ts.

create function public.notification_settings() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('type', t.type, 'changeable', t.changeable,
    'enabled', not t.changeable or coalesce(p.enabled, true)) order by t.place)
  from (values
    (1, 'comment_on_post', true), (2, 'reply_to_comment', true), (3, 'subsequent_comment', true), (4, 'mention', true),
    (5, 'reaction_on_post', true), (6, 'reaction_on_comment', true), (7, 'vote_on_rumor', true), (8, 'vote_on_poll', true),
    (9, 'rumor_status_update', true), (10, 'post_approved', true), (11, 'post_rejected', false), (12, 'invite_used', true),
    (13, 'report_outcome', true), (14, 'warning', false)
  ) as t (place, type, changeable)
  left join public.notification_preferences p on p.user_id = auth.uid() and p.type = t.type
$$;
comment on function public.notification_settings() is 'RPC: all types of notifications with the caller''s choice; warning and post_rejected cannot be switched off.';

create function public.set_notification_setting(p_type text, p_enabled boolean) returns jsonb
language plpgsql set search_path = '' as $$
begin
  if p_enabled is null or not exists (
    select from jsonb_array_elements(public.notification_settings()) s where s ->> 'type' = p_type and (s ->> 'changeable')::boolean) then
    raise exception 'Diese Benachrichtigung lässt sich nicht abschalten.' using errcode = '23514', hint = 'not_changeable';
  end if;
  insert into public.notification_preferences (user_id, type, enabled) values (auth.uid(), p_type, p_enabled)
    on conflict (user_id, type) do update set enabled = excluded.enabled;
  return public.notification_settings();
end $$;
comment on function public.set_notification_setting(text, boolean) is 'RPC: switches one type of the caller''s notifications; answers all settings. Hint not_changeable for a type that stays on.';

revoke all on function public.notification_settings(), public.set_notification_setting(text, boolean) from public, anon, authenticated;
grant execute on function public.notification_settings(), public.set_notification_setting(text, boolean) to authenticated;
