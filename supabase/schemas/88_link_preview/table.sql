-- The headline behind a link, read by the web server from editorial sites (docs/decisions/065-link-previews.md). Readers'
-- browsers ask nobody.

create table private.link_previews (
  url text primary key constraint link_previews_url check (octet_length(url) <= 500),
  title text constraint link_previews_title check (char_length(title) between 1 and 200),
  site text constraint link_previews_site check (char_length(site) between 1 and 80),
  tries smallint not null default 0,
  due_at timestamptz default now(),
  created_at timestamptz not null default now(),
  constraint link_previews_whole check ((title is null) = (site is null))
);
comment on table private.link_previews is
  'Headlines of pages that public posts link to. Without one there is no preview. '
  'Stays: until the last post that links to it is gone.';
comment on column private.link_previews.due_at is 'When the web server may ask again; null: it need not.';

create index link_previews_due on private.link_previews (due_at) where due_at is not null;
create index link_previews_created_at on private.link_previews (created_at);

revoke all on private.link_previews from public, anon, authenticated, service_role;
