-- Addresses in rows written directly ------------------------------------------------------------------------------------

-- The functions of staff check what they save; rows written directly had only a constraint on how an address begins, or none.
-- Triggers, not constraints: a row from before keeps what it has, and a constraint would refuse every later change of it.

create function private.check_links() returns trigger
language plpgsql set search_path = '' as $$
declare
  given constant text := to_jsonb(new) ->> tg_argv[0];
  former constant text := case when tg_op = 'UPDATE' then to_jsonb(old) ->> tg_argv[0] end;
  refusal constant text := 'Das ist keine Web-Adresse. Sie beginnt mit https:// oder http://.';
begin
  if not private.is_client() or given is not distinct from former then return new; end if;
  perform private.require_short(given, 500, refusal, 'url_invalid');
  if not private.is_web_address(given) then perform private.refuse(refusal, 'url_invalid'); end if;
  return new;
end $$;
comment on function private.check_links() is 'Trigger (column): a new address in it is http(s) with a host and without credentials.';

create function private.check_pictures() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() then
    perform private.check_picture(to_jsonb(new) ->> tg_argv[0], case when tg_op = 'UPDATE' then to_jsonb(old) ->> tg_argv[0] end);
  end if;
  return new;
end $$;
comment on function private.check_pictures() is 'Trigger (column): a new picture in it is one that the team uploaded.';
grant execute on function private.check_links(), private.check_pictures() to authenticated, service_role;

create trigger broadcasters_03_links before insert or update of website_url on public.broadcasters
  for each row execute function private.check_links('website_url');
create trigger streaming_providers_03_links before insert or update of website_url on public.streaming_providers
  for each row execute function private.check_links('website_url');
create trigger formats_03_links before insert or update of streaming_url on public.formats
  for each row execute function private.check_links('streaming_url');
create trigger news_03_links before insert or update of url on public.news
  for each row execute function private.check_links('url');
create trigger star_social_accounts_03_links before insert or update of url on public.star_social_accounts
  for each row execute function private.check_links('url');
create trigger stars_03_pictures before insert or update of avatar_url on public.stars
  for each row execute function private.check_pictures('avatar_url');
create trigger news_04_pictures before insert or update of image_url on public.news
  for each row execute function private.check_pictures('image_url');
