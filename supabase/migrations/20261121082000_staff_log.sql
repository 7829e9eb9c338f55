-- Every action of staff leaves one row in admin_actions (decisions §10), whichever client asked for it.

create function private.log_staff_action(action text, target_type text, target_id text, details jsonb default '{}') returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- What follows in this transaction belongs to this action: the triggers below stay silent.
  perform set_config('hot.staff_action_logged', 'true', true);
  insert into public.admin_actions (admin_id, action_type, target_type, target_id, details)
    values (auth.uid(), action, target_type, target_id, jsonb_strip_nulls(details));
end $$;
comment on function private.log_staff_action(text, text, text, jsonb) is
  'For RPCs of staff, before they change anything: one row of the log for the whole action, e.g. (''ban_member'', ''profile'', id, {reason}).';
grant execute on function private.log_staff_action(text, text, text, jsonb) to authenticated;

create function private.log_staff_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  either constant jsonb := coalesce(is_now, was);
  verb constant text := case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end;
  changed jsonb;
begin
  if coalesce(current_setting('hot.staff_action_logged', true), '') = 'true' then return null; end if;
  if tg_op = 'UPDATE' then
    select jsonb_agg(n.key order by n.key) into changed from jsonb_each(is_now) n
      where n.key not in ('updated_at', 'search_key', 'sort_key', 'letter', 'fullName') and n.value is distinct from was -> n.key;
    if changed is null then return null; end if;
  end if;
  insert into public.admin_actions (admin_id, action_type, target_type, target_id, details)
  values (auth.uid(), verb || '_' || tg_argv[0], tg_argv[0], coalesce(either ->> 'id', either ->> 'code', either ->> 'star_id'),
    jsonb_strip_nulls(jsonb_build_object('changed', changed, 'platform', either ->> 'platform',
      'name', left(coalesce(either ->> 'fullName', either ->> 'name', either ->> 'title', either ->> 'code', either ->> 'handle'), 200))));
  return null;
end $$;
comment on function private.log_staff_change() is
  'Trigger (target type): a row that staff made, changed or deleted through the API, with the names of the columns that changed.';
create trigger stars_log_staff after insert or update or delete on public.stars
  for each row when (private.is_client()) execute function private.log_staff_change('star');
create trigger star_social_accounts_log_staff after insert or update or delete on public.star_social_accounts
  for each row when (private.is_client()) execute function private.log_staff_change('social_account');
create trigger formats_log_staff after insert or update or delete on public.formats
  for each row when (private.is_client()) execute function private.log_staff_change('format');
create trigger seasons_log_staff after insert or update or delete on public.seasons
  for each row when (private.is_client()) execute function private.log_staff_change('season');
create trigger season_participants_log_staff after insert or update or delete on public.season_participants
  for each row when (private.is_client()) execute function private.log_staff_change('participant');
create trigger broadcasters_log_staff after insert or update or delete on public.broadcasters
  for each row when (private.is_client()) execute function private.log_staff_change('broadcaster');
create trigger streaming_providers_log_staff after insert or update or delete on public.streaming_providers
  for each row when (private.is_client()) execute function private.log_staff_change('streaming_provider');
create trigger calendar_events_log_staff after insert or update or delete on public.calendar_events
  for each row when (private.is_client()) execute function private.log_staff_change('calendar_event');
create trigger news_log_staff after insert or update or delete on public.news
  for each row when (private.is_client()) execute function private.log_staff_change('news');
create trigger invites_log_staff after insert or update or delete on public.invites
  for each row when (private.is_client()) execute function private.log_staff_change('invite');
