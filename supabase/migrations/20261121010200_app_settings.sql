create table public.app_settings (
  id boolean primary key default true check (id),
  signup_mode text not null default 'open' check (signup_mode in ('open', 'invite')),
  extra_mail_domains text[] not null default '{}',
  updated_by uuid references public.profiles on delete set null,
  updated_at timestamptz not null default now()
);
