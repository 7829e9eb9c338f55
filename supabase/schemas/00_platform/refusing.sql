-- Refusals ------------------------------------------------------------------------------------------------------------

-- No sentence stands in the SQL: a refusal names one of domain/src/*/refusals.ts, as `noun.hint` or `noun.hint.case`. The error
-- carries it too, for clients that show the message.

create function private.refuse(which text, code text default '23514', variadic told text[] default '{}') returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = code, hint = split_part(which, '.', 2), message = format(private.refusal_text(which), variadic told);
end $$;
comment on function private.refuse(text, text, text[]) is
  'Raises this SQLSTATE with the sentence of domain/src/*/refusals.ts for the reader, `told` filled in, and its hint for the program.';
grant execute on function private.refuse(text, text, text[]) to anon, authenticated, service_role;

create function private.refuse_for_now(which text, seconds integer) returns void
language plpgsql set search_path = '' as $$
begin
  -- PostgREST turns SQLSTATE PGRST into this status, header and body (docs: "Raise errors with HTTP status codes").
  raise sqlstate 'PGRST' using
    message = json_build_object('code', 'PT429', 'message', private.refusal_text(which), 'details', null, 'hint', split_part(which, '.', 2)),
    detail = json_build_object('status', 429, 'headers', json_build_object('Retry-After', seconds::text));
end $$;
comment on function private.refuse_for_now(text, integer) is 'Refuses with 429 until so many seconds have passed, in words and hint as private.refuse().';
grant execute on function private.refuse_for_now(text, integer) to anon, authenticated, service_role;

create function private.seconds_until(moment timestamptz) returns integer
language sql stable set search_path = '' as $$ select greatest(1, ceil(extract(epoch from moment - now()))::integer) $$;
comment on function private.seconds_until(timestamptz) is 'Whole seconds until then, at least one.';
grant execute on function private.seconds_until(timestamptz) to authenticated;
