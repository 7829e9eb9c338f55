-- What an import writes, and what the team corrected of it ------------------------------------------------------------

create function private.import_fields() returns table (
  place integer, table_name text, target text, field text, given_key text, column_name text
)
language sql immutable parallel safe set search_path = '' as $$
  values (1, 'formats', 'public.formats', 'name', 'name', 'name'), (1, 'formats', 'public.formats', 'short_name', 'short_name', 'short_name'),
    (1, 'formats', 'public.formats', 'description', 'description', 'description'),
    (1, 'formats', 'public.formats', 'broadcaster', 'broadcaster', 'broadcaster_id'),
    (1, 'formats', 'public.formats', 'streaming_provider', 'streaming_provider', 'streaming_provider_id'),
    (2, 'seasons', 'public.seasons', 'title', 'title', 'title'), (2, 'seasons', 'public.seasons', 'start_date', 'start_date', 'start_date'),
    (2, 'seasons', 'public.seasons', 'end_date', 'end_date', 'end_date'), (2, 'seasons', 'public.seasons', 'location', 'location', 'location'),
    (3, 'stars', 'public.stars', 'first_name', 'first_name', 'first_name'), (3, 'stars', 'public.stars', 'last_name', 'last_name', 'last_name'),
    (3, 'stars', 'public.stars', 'nickname', 'nickname', 'nickname'), (3, 'stars', 'public.stars', 'date_of_birth', 'birthdate', 'birthdate'),
    (4, 'participants', 'public.season_participants', 'place', 'placement', 'placement'),
    (4, 'participants', 'public.season_participants', null, 'sort_order', 'sort_order'),
    (5, 'episodes', 'public.calendar_events', 'title', 'title', 'title'), (5, 'episodes', 'public.calendar_events', 'date', 'date', 'event_date'),
    (5, 'episodes', 'public.calendar_events', 'time', 'time', 'event_time'), (5, 'episodes', 'public.calendar_events', 'kind', 'kind', 'event_type'),
    (5, 'episodes', 'public.calendar_events', 'duration_minutes', 'duration_minutes', 'duration_minutes'),
    (5, 'episodes', 'public.calendar_events', 'episode_number', 'episode_number', 'episode_number'),
    (5, 'episodes', 'public.calendar_events', null, 'season_id', 'season_id')
$$;
comment on function private.import_fields() is
  'What an import writes: the column of the file, the key in private.apply_import(), the column of the table. Without a field: written on the way, neither shown nor locked.';

-- What a merge fills in or gives back nobody has corrected.
create function private.note_hand_edit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was constant jsonb := to_jsonb(old);
  row_now constant jsonb := to_jsonb(new);
begin
  -- Jobs and commands have no account, and an import is no work by hand.
  if auth.uid() is null or coalesce(current_setting('hot.importing', true), '') = 'true' or current_setting('hot.restoring', true) = 'on' then
    return null;
  end if;
  insert into private.hand_edits as h (table_name, row_id, part_id, column_name)
    select f.table_name, coalesce(row_now ->> 'id', row_now ->> 'season_id')::uuid,
      coalesce(case when f.table_name = 'participants' then row_now ->> 'star_id' end, '00000000-0000-0000-0000-000000000000')::uuid, f.column_name
    from private.import_fields() f
    where f.table_name = tg_argv[0] and f.field is not null and was -> f.column_name is distinct from row_now -> f.column_name
    on conflict (table_name, row_id, part_id, column_name) do update set edited_at = excluded.edited_at;
  return null;
end $$;
comment on function private.note_hand_edit() is 'Notes columns of an import that a person changed; the argument is the table in the import.';

create function private.squash(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return btrim(regexp_replace(normalize(value, nfc),
    '[\t-\r \u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'), ' ');
end $$;
comment on function private.squash(text) is
  'Text as the reader of imports leaves it: any spaces and line breaks are one space. Two values that differ by no more are one. Mirrors cleanCell() of domain.';
