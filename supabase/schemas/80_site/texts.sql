-- Texts that admins write themselves (docs/decisions/073-site-texts.md) -----------------------------------------------

-- Reasons, rules and the operator's data stood in the code and in the environment of the process.

create table private.site_texts (
  name text primary key check (name in ('reasons', 'guidelines', 'accessibility', 'operator')),
  content jsonb not null check (octet_length(content::text) <= 100000),
  updated_at timestamptz not null default clock_timestamp(),
  updated_by uuid references public.profiles on delete set null
);
comment on table private.site_texts is
  'Texts of this installation: reasons {kind: [text]}, guidelines "markup", accessibility "markup", operator {field: text}. A missing row: those that come with HoT. '
  'Stays: a list or a state of the site. '
  'Not exported: who of the team wrote a text of the site last; nothing about that person.';

create index site_texts_updated_by on private.site_texts (updated_by);

alter table private.site_texts enable row level security;
revoke all on private.site_texts from public, anon, authenticated, service_role;

create function private.site_text(name text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select t.content from private.site_texts t where t.name = site_text.name);
end $$;
comment on function private.site_text(text) is 'One text of this installation, null where it has none of its own.';

create function private.checked_reasons(given jsonb) returns jsonb
language plpgsql immutable strict set search_path = '' as $$
declare cleaned jsonb;
begin
  if jsonb_typeof(given) <> 'object' or exists (select from jsonb_each(given) e
      where e.key !~ '^[a-z_]{1,40}$' or jsonb_typeof(e.value) <> 'array' or jsonb_array_length(e.value) > 20) then
    return null;
  end if;
  cleaned := (select coalesce(jsonb_object_agg(e.key, (
    select coalesce(jsonb_agg(private.clean_line(line.value) order by line.nth), '[]') from jsonb_array_elements_text(e.value) with ordinality as line (value, nth)
    where private.clean_line(line.value) <> '')), '{}') from jsonb_each(given) e);
  if exists (select from jsonb_each(cleaned) e, jsonb_array_elements_text(e.value) line where char_length(line) > 300) then return null; end if;
  return cleaned;
end $$;
comment on function private.checked_reasons(jsonb) is 'Cleaned templates by kind, null where they are invalid. Mirrors reasonsForm of domain.';

create function private.checked_markup(given jsonb) returns text
language sql immutable strict set search_path = '' as $$
  select case when jsonb_typeof(given) = 'string' and char_length(given #>> '{}') <= 20000 then private.clean_text(given #>> '{}') end
$$;
comment on function private.checked_markup(jsonb) is 'Cleaned markup of a page, null where it is none. Mirrors the limit of guidelinesForm and accessibilityForm of domain.';

create function private.checked_guidelines(given jsonb) returns jsonb
language sql immutable strict set search_path = '' as $$
  select to_jsonb(written) from private.checked_markup(given) written
  -- Decisions cite these chapters.
  where (select array_agg(numbered.title order by numbered.place) from (
      select found.place || '. ' || private.trim_text(found.heading[1]) as title, found.place
      from regexp_matches(written, '^## +([^\n]+)', 'gn') with ordinality as found (heading, place) limit 4) numbered)
    = array(select private.ground_title(r.rule) from unnest('{tone,rumors,privacy,content}'::text[]) with ordinality as r (rule, place) order by r.place)
$$;
comment on function private.checked_guidelines(jsonb) is 'Cleaned markup, null where it is none. Mirrors guidelinesForm of domain.';

create function private.checked_accessibility(given jsonb) returns jsonb
language sql immutable strict set search_path = '' as $$ select to_jsonb(nullif(private.checked_markup(given), '')) $$;
comment on function private.checked_accessibility(jsonb) is 'Cleaned markup, null where it is none. Mirrors accessibilityForm of domain.';

create function private.checked_operator(given jsonb) returns jsonb
language plpgsql immutable strict set search_path = '' as $$
declare cleaned jsonb;
begin
  if jsonb_typeof(given) <> 'object' then return null; end if;
  cleaned := (select coalesce(jsonb_object_agg(e.key, private.clean_line(e.value)), '{}') from jsonb_each_text(given) e
    where private.clean_line(e.value) <> '');
  if exists (select from jsonb_each_text(cleaned) e where char_length(e.value) > 300 or e.value ~ '[<>]'
      or (e.key like '%email' and e.value !~ '^[^[:space:]@<>":]+@[^[:space:]@<>"]+[.][^[:space:]@<>"]+$')
      or e.key <> all ('{operator,representative,street,city,country,email,phone,register,vat_id,business_id,responsible,privacy_email,privacy_officer,supervisory_authority,accessibility_email,accessibility_authority,hoster,processors}'::text[])) then
    return null;
  end if;
  return cleaned;
end $$;
comment on function private.checked_operator(jsonb) is 'Cleaned data of the operator, null where they are invalid. Mirrors operatorForm of domain.';

create function private.shown_texts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('guidelines', private.site_text('guidelines'), 'accessibility', private.site_text('accessibility'), 'operator', private.site_text('operator'),
    'contact', private.contact_address() is not null,
    -- Of the last day: a restart is no reason to say that nobody reads.
    'classifier', (select c.host from private.classifier c where c.seen_at > now() - interval '1 day'))
$$;
comment on function private.shown_texts() is 'See public.site_texts().';
grant execute on function private.shown_texts() to anon, authenticated;

create function public.site_texts() returns jsonb
language sql stable set search_path = '' as $$ select private.shown_texts() $$;
comment on function public.site_texts() is 'RPC: rules, statement on accessibility and data of the operator that this installation has written itself, and the host of its classifier, {guidelines, accessibility, operator, classifier}, each null where there is none; contact: whether the contact form reaches somebody.';
grant execute on function public.site_texts() to anon, authenticated, service_role;

create function private.reasons_of_team() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return coalesce(private.site_text('reasons'), '{}');
end $$;
comment on function private.reasons_of_team() is 'See public.admin_reasons().';
grant execute on function private.reasons_of_team() to authenticated;

create function public.admin_reasons() returns jsonb
language sql stable set search_path = '' as $$ select private.reasons_of_team() $$;
comment on function public.admin_reasons() is 'RPC for staff: templates of reasons that this installation has written itself, {kind: [text]}.';
grant execute on function public.admin_reasons() to authenticated, service_role;

create function private.texts_page() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select jsonb_object_agg(n.name, (
    select jsonb_build_object('content', t.content, 'updated_at', t.updated_at,
      'updated_by_name', (select m.nickname from public.profiles m where m.id = t.updated_by))
    from private.site_texts t where t.name = n.name)) from unnest('{reasons,guidelines,accessibility,operator}'::text[]) n (name));
end $$;
comment on function private.texts_page() is 'See public.admin_texts_page().';
grant execute on function private.texts_page() to authenticated;

create function public.admin_texts_page() returns jsonb
language sql stable set search_path = '' as $$ select private.texts_page() $$;
comment on function public.admin_texts_page() is
  'RPC for admins: {reasons, guidelines, accessibility, operator}, each {content, updated_at, updated_by_name}, or null where it is that of HoT.';
grant execute on function public.admin_texts_page() to authenticated, service_role;

create function private.save_site_text(name text, seen timestamptz, content jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  known timestamptz;
  checked constant jsonb := case name when 'reasons' then private.checked_reasons(content) when 'guidelines' then private.checked_guidelines(content)
    when 'accessibility' then private.checked_accessibility(content) when 'operator' then private.checked_operator(content) end;
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('site_texts', 0));
  select t.updated_at into known from private.site_texts t where t.name = save_site_text.name;
  if known is distinct from seen then perform private.refuse('settings.changed_meanwhile'); end if;
  if content is not null and content <> 'null' and checked is null then perform private.refuse('settings.text_invalid'); end if;
  perform private.log_staff_action(case when checked is null then 'reset_site_text' else 'save_site_text' end, 'app_settings', null,
    jsonb_build_object('name', left(name, 40)));
  -- Without one of its own, an installation has what comes with HoT.
  if checked is null then
    delete from private.site_texts t where t.name = save_site_text.name;
  else
    insert into private.site_texts as t (name, content, updated_at, updated_by) values (save_site_text.name, checked, clock_timestamp(), auth.uid())
      on conflict on constraint site_texts_pkey do update set content = excluded.content, updated_at = excluded.updated_at, updated_by = excluded.updated_by;
  end if;
  return private.texts_page();
end $$;
comment on function private.save_site_text(text, timestamptz, jsonb) is 'See public.admin_save_text().';
grant execute on function private.save_site_text(text, timestamptz, jsonb) to authenticated;

create function public.admin_save_text(p_name text, p_seen timestamptz, p_content jsonb) returns jsonb
language sql set search_path = '' as $$ select private.save_site_text(p_name, p_seen, p_content) $$;
comment on function public.admin_save_text(text, timestamptz, jsonb) is
  'RPC for admins: writes one text of this installation (reasons, guidelines, accessibility, operator) as last seen at p_seen, or removes it (null); answers admin_texts_page(). Hints changed_meanwhile, text_invalid.';
grant execute on function public.admin_save_text(text, timestamptz, jsonb) to authenticated, service_role;
