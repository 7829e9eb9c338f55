-- Episodes that a shortened series loses go into the bin, as deleted ones do ----------------------------------------------------------

create or replace function public.admin_save_event(p_event text) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  draft jsonb;
  was public.calendar_events;
  planned public.calendar_events[];
  leaving uuid[] := '{}';
  series uuid;
begin
  perform private.require_moderator();
  draft := private.event_draft(p_event);
  if draft ->> 'id' is null then
    planned := array(select n from private.planned_new(draft) n);
  else
    perform from public.calendar_events e where e.id = private.as_uuid(draft ->> 'id') for update;
    was := private.edited_event(draft);
    perform from public.calendar_events e where e.id = was.series_parent_id for update;
    planned := array(select n from private.planned_edit(draft, was) n);
    leaving := array(select e.id from private.episodes_in_scope(was, draft ->> 'scope') e
      where e.id <> all (array(select n.id from unnest(planned) n)));
  end if;
  if cardinality(planned) = 0 then
    raise exception 'Das Ende der Serie liegt vor ihrem ersten Tag.' using errcode = '23514', hint = 'series_ends_early';
  end if;
  if cardinality(leaving) > 0 and not private.is_admin() then
    raise exception 'Dabei fallen Folgen weg. Das dürfen nur Admins.' using errcode = '42501', hint = 'episodes_would_go';
  end if;
  perform private.log_staff_action(case when was.id is null then 'create_calendar_event' else 'update_calendar_event' end, 'calendar_event',
    coalesce(was.id, planned[1].id)::text, jsonb_build_object('name', left(planned[1].title, 200), 'event_date', planned[1].event_date,
      'scope', case when was.series_parent_id is not null then coalesce(draft ->> 'scope', 'this') end, 'episodes', cardinality(planned),
      'removed', nullif(cardinality(leaving), 0), 'changed', (select jsonb_agg(k order by k) from jsonb_object_keys(draft -> 'values') k)));
  if cardinality(leaving) > 0 then
    perform private.put_in_bin('event', was.title || ', ' || to_char((select min(e.event_date) from public.calendar_events e where e.id = any (leaving)), 'DD.MM.YYYY'),
      jsonb_build_object('events', to_jsonb(leaving)));
  end if;
  series := private.series_of_plan(draft, was, planned[1], (select max(n.event_date) from unnest(planned) n));
  for i in 1..cardinality(planned) loop
    planned[i].series_parent_id := series;
    planned[i].is_series_event := series is not null;
    planned[i].series_end_date := null;
    planned[i].series_frequency := coalesce(draft #>> '{series,frequency}', planned[i].series_frequency, 'weekly');
  end loop;
  perform private.store_events(planned);
  delete from public.calendar_events e where e.id = any (leaving);
  if was.series_parent_id <> series then perform private.end_series(was.series_parent_id); end if;
  return jsonb_build_object('id', coalesce(was.id, planned[1].id), 'saved', cardinality(planned), 'removed', cardinality(leaving));
end $$;
