-- Types ---------------------------------------------------------------------------------------------------------------

create function private.is_notification_type(kind text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return kind in (select t.type from private.notification_types() t);
end $$;
comment on function private.is_notification_type(text) is 'Whether there is such a type.';
grant execute on function private.is_notification_type(text) to authenticated, service_role;

create function private.is_changeable_type(kind text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return kind in (select t.type from private.notification_types() t where t.changeable);
end $$;
comment on function private.is_changeable_type(text) is 'Whether there is such a type, and it can be switched off.';
grant execute on function private.is_changeable_type(text) to authenticated, service_role;

create function private.usual_channel(type text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return coalesce((select t.usual from private.notification_types() t where t.type = usual_channel.type), 'push');
end $$;
comment on function private.usual_channel(text) is 'Where a type goes until the member chooses.';
grant execute on function private.usual_channel(text) to authenticated;
