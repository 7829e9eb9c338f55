-- One rule for addresses that are stored ------------------------------------------------------------------------------------

-- Stricter than how an address begins: a host that everybody can reach, and nothing that shows another one than it opens.
create or replace function private.is_web_address(value text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select value !~ '[\u0001-\u0020\u007f-\u00a0\u00ad\u061c\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\\]'
    and value ~* '^https?://([^\s/?#@:.\[\]%\uff00-\uffef\u3002]+\.)+[^\s/?#@:.\[\]%0-9\uff00-\uffef\u3002][^\s/?#@:.\[\]%\uff00-\uffef\u3002]+(:[0-9]{1,5})?([/?#].*)?$'
    and value !~* '^https?://[^/?#]+\.(localhost|local|internal|intranet|lan|home|corp|arpa)(:[0-9]{1,5})?([/?#].*)?$'
$$;
comment on function private.is_web_address(text) is
  'http(s) with a public host name, without credentials, backslashes and hidden characters. Mirrors isWebAddress() of domain.';

create or replace function private.clean_source(source_url text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  refusal constant text := 'Das ist keine öffentliche Web-Adresse. So sieht eine aus: https://www.rtl.de/sendung';
  cleaned text;
begin
  perform private.require_short(source_url, 500, refusal, 'source_url_invalid');
  cleaned := nullif(private.clean_line(source_url), '');
  if cleaned is not null and (char_length(cleaned) > 500 or not private.is_web_address(cleaned)) then
    perform private.refuse(refusal, 'source_url_invalid');
  end if;
  return cleaned;
end $$;

create or replace function private.check_links() returns trigger
language plpgsql set search_path = '' as $$
declare
  given constant text := to_jsonb(new) ->> tg_argv[0];
  former constant text := case when tg_op = 'UPDATE' then to_jsonb(old) ->> tg_argv[0] end;
  refusal constant text := 'Das ist keine öffentliche Web-Adresse. So sieht eine aus: https://www.rtl.de/sendung';
begin
  if not private.is_client() or given is not distinct from former then return new; end if;
  perform private.require_short(given, 500, refusal, 'url_invalid');
  if not private.is_web_address(given) then perform private.refuse(refusal, 'url_invalid'); end if;
  return new;
end $$;

-- Whoever writes is checked; what an archive brings back keeps what it has.
create or replace function private.check_source() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() then new.source_url := private.clean_source(new.source_url); end if;
  return new;
end $$;

-- A device is refused in words --------------------------------------------------------------------------------------------------

-- The constraints of push_devices answered with the row, ids included.
create or replace function private.register_push_device(device uuid, device_kind text, device_token text, device_p256dh text, device_auth text, device_environment text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  is_stored boolean;
begin
  perform private.require_proven();
  -- The member who signed in last on a device gets its notifications; the previous one no longer does.
  delete from public.push_devices d where d.token = device_token and d.id <> device;
  -- A session that has ended meanwhile must not leave a device behind.
  begin
    insert into public.push_devices as known (id, user_id, session_id, kind, token, p256dh, auth, environment)
      select device, me, s.id, device_kind, device_token, device_p256dh, device_auth,
        case when device_kind = 'ios' then coalesce(device_environment, 'production') else device_environment end
      from auth.sessions s where s.id = private.session_id() and s.user_id = me
      on conflict (id) do update set user_id = excluded.user_id, session_id = excluded.session_id, kind = excluded.kind,
        token = excluded.token, p256dh = excluded.p256dh, auth = excluded.auth, environment = excluded.environment, last_seen_at = now();
    is_stored := found;
  exception when check_violation or not_null_violation then
    perform private.refuse('Dieses Gerät lässt sich so nicht anmelden. Lade die Seite oder die App neu und versuch es noch einmal.', 'device_invalid');
  end;
  if not is_stored then
    raise exception 'Deine Anmeldung ist abgelaufen. Melde dich neu an.' using errcode = '42501', hint = 'session_gone';
  end if;
  delete from public.push_devices d where d.user_id = me and d.id in (
    select o.id from public.push_devices o where o.user_id = me order by o.last_seen_at desc, o.created_at desc offset 20);
end $$;

-- So were a report and a decision with values that nobody offers.
create or replace function public.report_content(p_id uuid, p_target_type text, p_target uuid, p_reason text, p_details text default null, p_good_faith boolean default false, p_name text default null, p_email text default null) returns jsonb
language plpgsql set search_path = '' as $$
declare given public.reports;
begin
  perform private.require_short(p_details, 2000, 'Höchstens 2.000 Zeichen.', 'details_length');
  given.id := coalesce(p_id, gen_random_uuid());
  given.target_type := p_target_type;
  given.target_post_id := case when p_target_type = 'post' then p_target end;
  given.target_comment_id := case when p_target_type = 'comment' then p_target end;
  given.target_profile_id := case when p_target_type = 'profile' then p_target end;
  given.good_faith := p_good_faith;
  if private.report_reason_text(p_reason) is null then perform private.refuse('Wähl einen Grund aus.', 'unknown_type'); end if;
  given.reason := p_reason;
  given.details := nullif(private.trim_text(private.clean_text(coalesce(p_details, ''))), '');
  if p_reason = 'other' and given.details is null then perform private.refuse('Schreib, worum es geht.', 'details_missing'); end if;
  if char_length(given.details) > 2000 then perform private.refuse('Höchstens 2.000 Zeichen.', 'details_length'); end if;
  if auth.uid() is not null then return private.take_report(given); end if;
  if p_good_faith is not true then
    perform private.refuse('Bestätige, dass deine Angaben stimmen.', 'good_faith_missing');
  end if;
  perform private.require_short(p_name, 100, 'Gib deinen Namen an.', 'name_missing');
  perform private.require_short(p_email, 254, 'Gib eine gültige E-Mail-Adresse an.', 'email_invalid');
  given.reporter_name := nullif(private.clean_line(coalesce(p_name, '')), '');
  given.reporter_email := lower(btrim(coalesce(p_email, '')));
  if given.reporter_name is null or char_length(given.reporter_name) > 100 then
    perform private.refuse('Gib deinen Namen an.', 'name_missing');
  end if;
  if given.reporter_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or char_length(given.reporter_email) > 254 then
    perform private.refuse('Gib eine gültige E-Mail-Adresse an.', 'email_invalid');
  end if;
  return private.take_report(given);
end $$;

create or replace function private.prepare_case(lead public.reports, action text, reason text, severity text, days integer, rule text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kind constant text := lead.target_type;
  subject constant uuid := coalesce(lead.target_post_id, lead.target_comment_id, lead.target_profile_id);
  target jsonb := '{}';
begin
  if severity not in ('low', 'medium', 'high') or rule not in ('tone', 'rumors', 'privacy', 'content') then
    raise exception 'Ungültige Schwere oder Regel' using errcode = '23514', hint = 'case_fields';
  end if;
  -- Only a dismissal may be about content that is already gone.
  if action <> 'dismiss' or private.report_target_exists(kind, subject) then target := private.case_target(kind, subject); end if;
  begin
    return jsonb_build_object('kind', kind, 'content', subject, 'report', lead.id, 'author', lead.target_author_id,
      'post', coalesce(target ->> 'post', lead.target_post_id::text), 'title', target ->> 'title', 'excerpt', target ->> 'excerpt', 'reason', reason,
      'days', days, 'severity', case action when 'warn' then coalesce(severity, 'medium') end,
      'rule', coalesce(rule, private.rule_of_report(lead.reason)),
      'author_name', (select p.nickname from public.profiles p where p.id = lead.target_author_id),
      'facts', case when target ? 'post' then private.post_facts((target ->> 'post')::uuid) else '{}' end);
  exception when others then
    raise exception '%', case kind when 'post' then 'Fehler beim Vorbereiten der Beitragsverarbeitung'
        when 'profile' then 'Fehler beim Vorbereiten der Profilverarbeitung'
        else 'Fehler beim Vorbereiten der Kommentarverarbeitung' end
      using errcode = 'P0001', hint = 'case_preparation_failed', detail = sqlerrm;
  end;
end $$;
grant execute on function private.report_reason_text(text) to anon, authenticated, service_role;
