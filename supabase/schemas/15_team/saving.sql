-- Saving a row --------------------------------------------------------------------------------------------------------

-- What staff save arrives as one jsonb with a key for each column, so that a new column needs no new argument anywhere.

create function private.given_columns(row_now jsonb, given jsonb) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_object_agg(k, row_now -> k), '{}') from jsonb_object_keys(given) k
$$;
comment on function private.given_columns(jsonb, jsonb) is 'Those columns of a row that were given, e.g. as they are after cleaning.';
grant execute on function private.given_columns(jsonb, jsonb) to authenticated;

create function private.cleaned_values(given jsonb) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, case jsonb_typeof(value)
    when 'string' then to_jsonb(nullif(private.trim_text(private.clean_text(value #>> '{}')), '')) else value end), '{}')
  from jsonb_each(given)
$$;
comment on function private.cleaned_values(jsonb) is 'Values of a form with every text cleaned and trimmed; null where nothing is left.';
grant execute on function private.cleaned_values(jsonb) to authenticated;

create function private.save_row(target regclass, row_id text, wanted jsonb, seen timestamptz default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  -- A new row has the table's defaults where nothing is given.
  given constant jsonb := case when row_id is null then jsonb_strip_nulls(wanted) else wanted end;
  columns constant text := (select string_agg(quote_ident(k), ', ' order by k) from jsonb_object_keys(given) k);
  saved jsonb;
begin
  if row_id is null then
    execute format('insert into %1$s as t (%2$s) select %2$s from jsonb_populate_record(null::%1$s, $1) returning to_jsonb(t)',
      target, columns) into saved using given;
  else
    execute format('update %1$s t set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$s, $1)) '
      'where t.id = %3$L and ($2 is null or t.updated_at = $2) returning to_jsonb(t)',
      target, columns, row_id) into saved using given, seen;
  end if;
  return saved;
end $$;
comment on function private.save_row(regclass, text, jsonb, timestamptz) is
  'Inserts a row (row_id null) or updates one, with the rights of the caller; an update only if the row was last changed at seen, unless that is null. Returns the row, null when there is none.';
grant execute on function private.save_row(regclass, text, jsonb, timestamptz) to authenticated;

-- Search fields of the admin area -------------------------------------------------------------------------------------

-- Search fields of forms: pick a row by its name.

create function public.admin_pick(p_kind text, p_query text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  most constant integer := 10;
  words constant text[] := private.search_words(p_query);
  patterns constant text[] := private.like_patterns(words);
  nickname_start constant text := private.nickname_key(left(btrim(coalesce(p_query, ''), ' @'), 100));
begin
  perform private.require_moderator();
  if cardinality(words) = 0 then return '[]'; end if;
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', hit.id, 'title', hit.title, 'hint', nullif(hit.hint, '')) order by hit.place, hit.id)
    from (
      (select s.id, s.full_name as title, concat_ws(' · ', private.distinguished(s.id, s.sort_key, s.search_key) ->> 'distinguished_by', s.slug,
         case when not s.is_active then private.stored_text('format.inactive') end) as hint,
         s.sort_key as place
       from public.stars s where p_kind = 'star' and s.search_key like all (patterns) order by s.sort_key, s.id limit most)
      union all
      (select f.id, f.name, concat_ws(' · ', f.slug, case when not f.is_active then private.stored_text('format.inactive') end), f.search_key
       from public.formats f where p_kind = 'format' and f.search_key like all (patterns) order by f.search_key, f.id limit most)
      union all
      (select e.id, f.name || ' · ' || coalesce(e.title, private.stored_text('format.season', e.season_number::text)), coalesce(e.start_date::text, e.slug),
         f.search_key || lpad((9999 - e.season_number)::text, 4, '0')
       from public.seasons e join public.formats f on f.id = e.format_id
       where p_kind = 'season' and f.search_key || ' staffel ' || e.season_number || ' ' || lower(coalesce(e.title, '')) like all (patterns)
       order by f.search_key, e.season_number desc, e.id limit most)
      union all
      (select m.id, m.nickname, m.slug, private.nickname_key(m.nickname)
       from public.public_profiles m where p_kind = 'member'
         -- Not LIKE: behind a policy it would not use the index.
         and private.nickname_key(m.nickname) ~>=~ nickname_start and private.nickname_key(m.nickname) ~<~ (nickname_start || chr(1114111))
       order by private.nickname_key(m.nickname) using ~<~, m.id limit most)
    ) hit), '[]'::jsonb);
end $$;
comment on function public.admin_pick(text, text) is
  'RPC for staff: up to 10 stars, formats or seasons in any state whose name contains every word, or members whose nickname begins with the text.';
grant execute on function public.admin_pick(text, text) to authenticated, service_role;
