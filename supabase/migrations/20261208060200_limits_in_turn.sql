-- Limits hold for parallel requests -----------------------------------------------------------------------------------------

-- Of requests that came at once each counted before the others had committed: 18 comments where ten are allowed.
create function private.in_turn() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null then perform pg_advisory_xact_lock(hashtextextended('writes of ' || auth.uid(), 0)); end if;
end $$;
comment on function private.in_turn() is
  'One member''s requests that count against a limit go one after the other, until the end of the transaction. Call it before any row is locked.';
revoke all on function private.in_turn() from public, anon, authenticated;
grant execute on function private.in_turn() to anon, authenticated;

create or replace function private.require_writer() returns void
language plpgsql security definer set search_path = '' as $$
declare me public.profiles;
begin
  perform private.in_turn();
  select * into me from public.profiles p where p.id = auth.uid();
  if me.id is null then
    raise exception 'Dieses Konto gibt es nicht mehr.' using errcode = '42501', hint = 'account_gone';
  end if;
  perform private.require_proven();
  if private.is_banned(me.id) then
    raise exception 'Dein Konto ist gesperrt. Du kannst gerade nichts schreiben.' using errcode = '42501', hint = 'banned';
  elsif me.needs_invite then
    raise exception 'Löse zuerst einen Einladungscode ein.' using errcode = '42501', hint = 'invite_required';
  end if;
end $$;

create or replace function private.use_quota(quota text, allowed integer, times integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member uuid := auth.uid();
  this_slot timestamptz := date_bin('30 seconds', now(), timestamptz '2000-01-01');
  used integer;
begin
  if member is null or times = 0 then return; end if;
  perform private.in_turn();
  insert into private.rate_counts as counts (user_id, kind, slot, uses) values (member, quota, this_slot, times)
    on conflict (user_id, kind, slot) do update set uses = counts.uses + times
    returning uses into used;
  -- The first of a slot clears what is over.
  if used = times then
    delete from private.rate_counts where user_id = member and kind = quota and slot <= this_slot - interval '5 minutes';
  end if;
  select sum(uses) into used from private.rate_counts
    where user_id = member and kind = quota and slot > this_slot - interval '5 minutes';
  if used > allowed then
    -- PostgREST turns SQLSTATE PGRST into this status, header and body (docs: "Raise errors with HTTP status codes").
    raise sqlstate 'PGRST' using
      message = '{"code":"PT429","message":"Das war zu viel auf einmal. Bitte warte ein paar Minuten.","details":null,"hint":"rate_limited"}',
      detail = '{"status":429,"headers":{"Retry-After":"300"}}';
  end if;
end $$;

create or replace function private.take_report(given public.reports) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  target constant uuid := coalesce(given.target_post_id, given.target_comment_id, given.target_profile_id);
  is_guest constant boolean := auth.uid() is null;
begin
  if not is_guest then
    perform private.in_turn();
    perform private.require_proven();
  end if;
  given.reporter_id := auth.uid();
  if is_guest and (given.good_faith is not true or given.reporter_name is null or given.reporter_email is null) then
    raise exception 'Bitte melde dich zuerst an.' using errcode = '42501', hint = 'not_allowed';
  end if;
  if not is_guest and private.is_own_content(target) then
    perform private.refuse(case given.target_type when 'profile' then 'Das bist du selbst.' else 'Das hast du selbst geschrieben.' end,
      'own_content');
  end if;
  if not is_guest and private.has_open_report(target) then return jsonb_build_object('state', 'known'); end if;
  -- Repeated after a lost answer, it is still one report and one mail.
  if exists (select from public.reports r where r.id = given.id) then
    return jsonb_build_object('state', case when is_guest then 'confirm' else 'open' end);
  end if;
  if is_guest then
    perform private.use_guest_mail(given.reporter_email);
  else
    perform private.use_quota('posts', private.quota_of('posts', 100));
  end if;
  insert into public.reports (id, target_type, target_post_id, target_comment_id, target_profile_id, reporter_id, reporter_name, reporter_email,
      good_faith, reason, details)
    values (given.id, given.target_type, given.target_post_id, given.target_comment_id, given.target_profile_id, given.reporter_id, given.reporter_name,
      given.reporter_email, coalesce(given.good_faith, false), given.reason, given.details)
    on conflict do nothing;
  if is_guest and found then perform private.mail_confirmation(given); end if;
  return jsonb_build_object('state', case when is_guest then 'confirm' else 'open' end);
end $$;

create function private.take_turn() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.in_turn();
  return new;
end $$;
comment on function private.take_turn() is 'Trigger: the checks behind it count what the same member wrote before.';
revoke all on function private.take_turn() from public, anon, authenticated;
create trigger comments_01_turn before insert on public.comments for each row when (private.is_client()) execute function private.take_turn();

-- A member has one open report about a thing. Of those that came at once the first stays, with what the team noted at the others.
with doubled as (
  select r.id, first_value(r.id) over (
      partition by r.reporter_id, coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id) order by r.created_at, r.id) as kept
  from public.reports r where r.status = 'pending' and r.reporter_id is not null
)
update private.case_notes n set report_id = d.kept from doubled d where n.report_id = d.id and d.id <> d.kept;
delete from public.reports r using public.reports k
  where r.status = 'pending' and k.status = 'pending' and r.reporter_id = k.reporter_id
    and coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id) = coalesce(k.target_post_id, k.target_comment_id, k.target_profile_id)
    and (k.created_at, k.id) < (r.created_at, r.id);
create unique index reports_open_once on public.reports (reporter_id, coalesce(target_post_id, target_comment_id, target_profile_id))
  where status = 'pending' and reporter_id is not null;
