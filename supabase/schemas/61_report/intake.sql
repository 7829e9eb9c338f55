-- Reports -------------------------------------------------------------------------------------------------------------

create function private.find_report_target() returns trigger
language plpgsql security definer set search_path = '' as $$
declare author record;
begin
  if new.target_type = 'post' then
    select p.author_id as id into author from public.community_posts p where p.id = new.target_post_id;
  elsif new.target_type = 'profile' then
    select m.id into author from public.public_profiles m where m.id = new.target_profile_id;
  else
    select c.author_id as id into author from public.comments c where c.id = new.target_comment_id and c.deleted_at is null;
  end if;
  if not found then
    perform private.refuse('moderation.target_gone', '23503');
  end if;
  new.target_author_id := author.id;
  -- No client may write this column: a guest's report stays unconfirmed until the link is used, a member's needs no link.
  new.confirmed_at := case when new.reporter_id is null then new.confirmed_at else coalesce(new.confirmed_at, now()) end;
  return new;
end $$;
comment on function private.find_report_target() is 'Trigger: the target must exist; its author is stored; reports of members are confirmed immediately.';

create function private.report_contact(report uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    perform private.refuse('member.not_allowed.admins', '42501');
  end if;
  return (select jsonb_build_object('name', r.reporter_name, 'email', r.reporter_email) from public.reports r where r.id = report);
end $$;
comment on function private.report_contact(uuid) is 'Name and e-mail that a guest left with a report, for admins.';
grant execute on function private.report_contact(uuid) to authenticated, service_role;

create function public.report_contact(report_id uuid) returns jsonb
language sql stable set search_path = '' as $$ select private.report_contact(report_id) $$;
comment on function public.report_contact(uuid) is 'RPC for admins: {name, email} of the guest who reported, to answer them.';
grant execute on function public.report_contact(uuid) to authenticated, service_role;

-- Sending a report ----------------------------------------------------------------------------------------------------

create function private.use_guest_report(sender text, allowed integer, span interval) returns void
language plpgsql security definer set search_path = '' as $$
declare who constant text := encode(sha256(convert_to('report ' || sender, 'utf8')), 'hex');
begin
  -- Held until the end of the transaction, so that parallel reports of one sender are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended('guest report ' || who, 0));
  if (select count(*) from private.report_senders s where s.sender = who and s.sent_at > now() - span) >= allowed then
    perform private.refuse_for_now('moderation.rate_limited', 3600);
  end if;
  insert into private.report_senders (sender) values (who);
end $$;
comment on function private.use_guest_report(text, integer, interval) is 'Counts one report of a guest, or refuses it with 429 (hint rate_limited).';

create function private.confirm_report(token text) returns text
language plpgsql security definer set search_path = '' as $$
declare known record;
begin
  select r.id, r.confirmed_at into known from private.report_confirmations c join public.reports r on r.id = c.report_id
    where c.token_hash = encode(sha256(convert_to(token, 'utf8')), 'hex') for update of r;
  if not found then return 'unknown'; end if;
  if known.confirmed_at is not null then return 'already'; end if;
  update public.reports set confirmed_at = now() where id = known.id;
  return 'confirmed';
end $$;
comment on function private.confirm_report(text) is 'Confirms the report of this link. The token has 244 random bits and cannot be guessed.';
grant execute on function private.confirm_report(text) to anon, authenticated;

create function public.confirm_report(p_code text) returns jsonb
language sql set search_path = '' as $$ select jsonb_build_object('state', private.confirm_report(coalesce(p_code, ''))) $$;
comment on function public.confirm_report(text) is
  'RPC, guests too: {state: confirmed | already | unknown}. A link works for seven days. '
  'No quota: once for each link.';
grant execute on function public.confirm_report(text) to anon, authenticated, service_role;

create function private.has_open_report(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.reports r where r.reporter_id = auth.uid() and r.status = 'pending'
    and target in (r.target_post_id, r.target_comment_id, r.target_profile_id))
$$;
comment on function private.has_open_report(uuid) is 'Whether the caller has reported this post or comment and nobody has decided yet.';
grant execute on function private.has_open_report(uuid) to authenticated;

create function private.is_own_content(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select target = auth.uid() or exists (select from public.community_posts p where p.id = target and p.author_id = auth.uid())
    or exists (select from public.comments c where c.id = target and c.author_id = auth.uid())
$$;
comment on function private.is_own_content(uuid) is 'Whether the caller wrote this post or comment, or is this member.';
grant execute on function private.is_own_content(uuid) to authenticated;

-- Values that nobody offers are the caller's fault (23514), not the server's.
create function public.report_content(p_id uuid, p_target_type text, p_target uuid, p_reason text, p_details text default null, p_good_faith boolean default false, p_name text default null, p_email text default null,
  p_child_abuse boolean default false) returns jsonb
language plpgsql set search_path = '' as $$
declare given public.reports;
begin
  perform private.require_short(p_details, 2000, 'moderation.details_length');
  given.id := coalesce(p_id, gen_random_uuid());
  given.target_type := p_target_type;
  given.target_post_id := case when p_target_type = 'post' then p_target end;
  given.target_comment_id := case when p_target_type = 'comment' then p_target end;
  given.target_profile_id := case when p_target_type = 'profile' then p_target end;
  given.good_faith := p_good_faith;
  if private.report_reason_text(p_reason) is null then perform private.refuse('moderation.unknown_type'); end if;
  given.reason := p_reason;
  given.details := nullif(private.trim_text(private.clean_text(coalesce(p_details, ''))), '');
  if p_reason = 'other' and given.details is null then perform private.refuse('moderation.details_missing'); end if;
  given.is_child_abuse := p_reason = 'illegal_content' and coalesce(p_child_abuse, false);
  if p_reason = 'illegal_content' and given.details is null and not given.is_child_abuse then
    perform private.refuse('moderation.details_missing.illegal');
  end if;
  if char_length(given.details) > 2000 then perform private.refuse('moderation.details_length'); end if;
  if p_good_faith is not true and (auth.uid() is null or p_reason = 'illegal_content') then
    perform private.refuse('moderation.good_faith_missing');
  end if;
  if auth.uid() is not null then return private.take_report(given); end if;
  perform private.require_short(p_name, 100, 'moderation.name_missing');
  perform private.require_short(p_email, 254, 'moderation.email_invalid');
  given.reporter_name := nullif(private.clean_line(coalesce(p_name, '')), '');
  given.reporter_email := lower(btrim(coalesce(p_email, '')));
  if given.is_child_abuse and given.reporter_email = '' then
    given.reporter_email := null;
    return private.take_report(given);
  end if;
  if given.reporter_name is null and not given.is_child_abuse or char_length(given.reporter_name) > 100 then
    perform private.refuse('moderation.name_missing');
  end if;
  if given.reporter_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or char_length(given.reporter_email) > 254 then
    perform private.refuse('moderation.email_invalid');
  end if;
  return private.take_report(given);
end $$;
comment on function public.report_content(uuid, text, uuid, text, text, boolean, text, text, boolean) is
  'RPC, guests too: reports a post, comment or profile. Illegal content needs an explanation and the statement of good faith, of child abuse (p_child_abuse) no name and no address. {state: open | known | confirm | received}; hints details_missing, details_length, own_content, good_faith_missing, name_missing, email_invalid, target_gone, rate_limited (429).';
grant execute on function public.report_content(uuid, text, uuid, text, text, boolean, text, text, boolean) to anon, authenticated,
  service_role;

-- Reports come by report_content() only -------------------------------------------------------------------------------

create function private.mail_confirmation(given public.reports) returns void
language plpgsql security definer set search_path = '' as $$
declare token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  insert into private.report_confirmations (report_id, token_hash) values (given.id, encode(sha256(convert_to(token, 'utf8')), 'hex'));
  perform private.send_mail(given.reporter_email, 'report_confirmation', jsonb_build_object(
    'target', private.report_thing(given.target_type),
    'reason', private.report_reason_text(given.reason), 'path', '/melden/bestaetigen#' || token));
end $$;
comment on function private.mail_confirmation(public.reports) is
  'Mails a guest the link that makes their report count. The mail contains no text written by strangers.';

-- Members had it as a dialog only. A receipt is owed for what is said to be illegal (DSA Art. 16 (4)).
create function private.tell_receipt(given public.reports) returns void
language plpgsql security definer set search_path = '' as $$
declare
  post constant uuid := coalesce(given.target_post_id, (select c.post_id from public.comments c where c.id = given.target_comment_id));
  -- Without a link: what is illegal will be gone.
  facts constant jsonb := case when post is null then '{}' else private.post_facts(post) - '{post_created_at,post_type,post_slug}'::text[] end;
  unread public.notifications;
begin
  -- A flood is one entry that counts.
  select n.* into unread from public.notifications n
    where n.user_id = given.reporter_id and n.type = 'report_receipt' and not n.read and n.created_at > now() - interval '24 hours'
    order by n.created_at desc limit 1 for update;
  if unread.id is null then
    perform private.tell(given.reporter_id, 'report_receipt', facts, target => given.id);
    return;
  end if;
  update public.notifications n set (title, message, data, created_at) = (
      select w.title, w.message, f.facts, now()
      from (select jsonb_build_object('count', coalesce((unread.data ->> 'count')::integer, 1) + 1)) f (facts)
      cross join lateral private.wording('report_receipt', f.facts, null, 1) w)
    where n.id = unread.id;
end $$;
comment on function private.tell_receipt(public.reports) is
  'Confirms to a member that a notice of illegal content has arrived; several of a day that nobody has read are one notification.';

create function private.take_report(given public.reports) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  target constant uuid := coalesce(given.target_post_id, given.target_comment_id, given.target_profile_id);
  is_guest constant boolean := auth.uid() is null;
  answer constant jsonb := jsonb_build_object('state', case when not is_guest then 'open' when given.reporter_email is null then 'received' else 'confirm' end);
begin
  if not is_guest then
    perform private.in_turn();
    perform private.require_proven();
  end if;
  given.reporter_id := auth.uid();
  if is_guest and (given.good_faith is not true
      or not coalesce(given.is_child_abuse and given.reason = 'illegal_content', false) and (given.reporter_name is null or given.reporter_email is null)) then
    perform private.refuse('auth.not_allowed', '42501');
  end if;
  if not is_guest and private.is_own_content(target) then
    perform private.refuse(case given.target_type when 'profile' then 'moderation.own_content.profile' else 'moderation.own_content' end);
  end if;
  if not is_guest and private.has_open_report(target) then return jsonb_build_object('state', 'known'); end if;
  -- Repeated after a lost answer, it is still one report and one mail.
  if exists (select from public.reports r where r.id = given.id) then
    return answer;
  end if;
  if is_guest and given.reporter_email is null then
    perform private.use_guest_report('network ' || coalesce(private.caller_address(), ''), 10, interval '1 hour');
  elsif is_guest then
    perform private.use_guest_mail(given.reporter_email);
  else
    perform private.use_quota('posts', private.quota_of('posts', 100));
  end if;
  insert into public.reports (id, target_type, target_post_id, target_comment_id, target_profile_id, reporter_id, reporter_name, reporter_email,
      good_faith, reason, details, is_child_abuse)
    values (given.id, given.target_type, given.target_post_id, given.target_comment_id, given.target_profile_id, given.reporter_id, given.reporter_name,
      given.reporter_email, coalesce(given.good_faith, false), given.reason, given.details, coalesce(given.is_child_abuse, false))
    on conflict do nothing;
  if found and given.reporter_email is not null and is_guest then perform private.mail_confirmation(given);
  elsif found and not is_guest and given.reason = 'illegal_content' then perform private.tell_receipt(given); end if;
  return answer;
end $$;
comment on function private.take_report(public.reports) is
  'Stores the report of the caller, whoever `reporter_id` says: {state: open | known | confirm | received}. Guests'' reports are counted, and confirmed by mail.';
grant execute on function private.take_report(public.reports) to anon, authenticated;
