-- Names and titles are one line ------------------------------------------------------------------------------------------

-- Forms have always made them one; rows written directly or imported could contain line breaks, which calendars and feeds would pass on.
-- A trigger, not a constraint: whoever pastes a title with a line break means the title.
create function private.keep_one_line() returns trigger
language plpgsql set search_path = '' as $$
declare
  given constant jsonb := to_jsonb(new);
  cleaned jsonb := '{}';
  field text;
begin
  foreach field in array tg_argv loop
    if given ->> field ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]' then
      cleaned := cleaned || jsonb_build_object(field, private.clean_line(given ->> field));
    end if;
  end loop;
  if cleaned <> '{}' then new := jsonb_populate_record(new, cleaned); end if;
  return new;
end $$;
comment on function private.keep_one_line() is 'Trigger (columns): line breaks and control characters in them become spaces or vanish, as cleanLine() of domain does.';
grant execute on function private.keep_one_line() to authenticated, service_role;

create trigger broadcasters_02_lines before insert or update of name on public.broadcasters
  for each row when (new.name ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]') execute function private.keep_one_line('name');
create trigger streaming_providers_02_lines before insert or update of name on public.streaming_providers
  for each row when (new.name ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]') execute function private.keep_one_line('name');
create trigger formats_02_lines before insert or update of name, short_name on public.formats
  for each row when (concat(new.name, new.short_name) ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]')
  execute function private.keep_one_line('name', 'short_name');
create trigger seasons_02_lines before insert or update of title, location on public.seasons
  for each row when (concat(new.title, new.location) ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]')
  execute function private.keep_one_line('title', 'location');
create trigger season_participants_02_lines before insert or update of placement on public.season_participants
  for each row when (new.placement ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]') execute function private.keep_one_line('placement');
create trigger stars_02_lines before insert or update of first_name, last_name, nickname on public.stars
  for each row when (concat(new.first_name, new.last_name, new.nickname) ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]')
  execute function private.keep_one_line('first_name', 'last_name', 'nickname');
create trigger news_02_lines before insert or update of title on public.news
  for each row when (new.title ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]') execute function private.keep_one_line('title');
create trigger calendar_events_02_lines before insert or update of title, format_name, channel, streaming_platform on public.calendar_events
  for each row when (concat(new.title, new.format_name, new.channel, new.streaming_platform) ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]')
  execute function private.keep_one_line('title', 'format_name', 'channel', 'streaming_platform');

-- Rows from before. Names of channels are unique: one that would become another's gets a number, as nothing may refuse an upgrade.
update public.broadcasters b set name = case
    when exists (select from public.broadcasters o where o.id <> b.id and o.name = private.clean_line(b.name))
    then left(private.clean_line(b.name), 91) || ' ' || left(b.id::text, 8) else b.name end
  where b.name ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]';
update public.streaming_providers p set name = case
    when exists (select from public.streaming_providers o where o.id <> p.id and o.name = private.clean_line(p.name))
    then left(private.clean_line(p.name), 91) || ' ' || left(p.id::text, 8) else p.name end
  where p.name ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]';
update public.formats set name = name where concat(name, short_name) ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]';
update public.seasons set title = title where concat(title, location) ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]';
update public.season_participants set placement = placement where placement ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]';
update public.stars set nickname = nickname where concat(first_name, last_name, nickname) ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]';
update public.news set title = title where title ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]';
update public.calendar_events set title = title
  where concat(title, format_name, channel, streaming_platform) ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]';
