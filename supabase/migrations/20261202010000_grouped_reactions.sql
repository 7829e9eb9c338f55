-- Of several people each may have chosen another reaction, so what is stored of a group names none, as list and push word it anew.
create or replace function private.with_actors(message text, actor uuid, others integer) returns text
language sql stable set search_path = '' as $$
  select case when starts_with(message, '{actors} ') then
    coalesce((select p.nickname from public.public_profiles p where p.id = actor), 'Jemand')
      || case when others > 0 then format(' und %s haben', case others when 1 then 'eine weitere Person' else others || ' weitere' end) else ' hat' end
      || case when others > 0 then regexp_replace(rest, '^ mit \S+ auf ', ' auf ') else rest end
    else message end
  from substr(message, length('{actors} ')) as rest
$$;
comment on function private.with_actors(text, uuid, integer) is
  'Replaces "{actors}" by names: "Anna hat mit ❤️ auf …", "Anna und 4 weitere haben auf …".';
