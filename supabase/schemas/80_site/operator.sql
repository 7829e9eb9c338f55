-- Who runs this site, as its server says at every start (docs/decisions/150-closed-until-named.md) -----------------------

create table private.site_state (
  id boolean primary key default true check (id),
  is_public boolean not null,
  sends_mails boolean not null,
  operator jsonb not null,
  noted_at timestamptz not null default clock_timestamp()
);
comment on table private.site_state is
  'What the settings of the server say: whether others reach the site, whether mails of the house leave, and the operator of SITE_*. No row: not known, as in a database without a server. '
  'Stays: a list or a state of the site.';

revoke all on private.site_state from public, anon, authenticated, service_role;

create function private.note_site(public_site boolean, mails boolean, operator jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into private.site_state as s (is_public, sends_mails, operator) values (public_site, mails, coalesce(operator, '{}'))
    on conflict (id) do update set is_public = excluded.is_public, sends_mails = excluded.sends_mails, operator = excluded.operator,
      noted_at = clock_timestamp();
  select private.open_site() where public_site;
$$;
comment on function private.note_site(boolean, boolean, jsonb) is 'See public.note_site().';
grant execute on function private.note_site(boolean, boolean, jsonb) to service_role;

create function public.note_site(p_public boolean, p_mails boolean, p_operator jsonb) returns void
language sql set search_path = '' as $$ select private.note_site(p_public, p_mails, p_operator) $$;
comment on function public.note_site(boolean, boolean, jsonb) is
  'RPC for the web server (secret key), at its start: whether others reach the site, whether its mails leave, and the operator of SITE_*.';
grant execute on function public.note_site(boolean, boolean, jsonb) to service_role;

create function private.operator_data() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(private.site_text('operator'), (select s.operator from private.site_state s), '{}')
$$;
comment on function private.operator_data() is 'The operator as the legal pages name them: what admins wrote, else SITE_*.';

create function private.contact_address() returns text
language sql stable security definer set search_path = '' as $$
  select nullif(btrim(private.operator_data() ->> 'email'), '') where (select s.sends_mails from private.site_state s)
$$;
comment on function private.contact_address() is 'Where the contact form sends what is written; null: no mail would leave, or nobody would get it.';

create function private.legal_missing() returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(needed.field order by needed.place) filter (where needed.field is not null), '{}')
  from (
    select f.field, f.place from unnest('{operator,street,city,email,responsible,hoster,supervisory_authority}'::text[]) with ordinality as f (field, place)
    where coalesce(btrim(private.operator_data() ->> f.field), '') = ''
    union all
    -- A second quick way besides e-mail (section 5 (1) no. 2 DDG; ECJ C-298/07).
    select 'contact', 99 where coalesce(btrim(private.operator_data() ->> 'phone'), '') = '' and private.contact_address() is null
  ) needed
$$;
comment on function private.legal_missing() is
  'What the legal pages lack: fields of requiredFields of domain, and contact: neither a phone nor a contact form that works.';

create function private.sign_up_shut() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select s.is_public from private.site_state s), false) and cardinality(private.legal_missing()) > 0
$$;
comment on function private.sign_up_shut() is 'Whether nobody can register, because a public site does not say who runs it.';
