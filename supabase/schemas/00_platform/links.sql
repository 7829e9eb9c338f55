-- Clean text ----------------------------------------------------------------------------------------------------------

-- Stricter than how an address begins: a host that everybody can reach, and nothing that shows another one than it opens.
create function private.is_web_address(value text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select value !~ '[\u0001-\u0020\u007f-\u00a0\u00ad\u061c\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\\]'
    and value ~* '^https?://([^\s/?#@:.\[\]%\uff00-\uffef\u3002]+\.)+[^\s/?#@:.\[\]%0-9\uff00-\uffef\u3002][^\s/?#@:.\[\]%\uff00-\uffef\u3002]+(:[0-9]{1,5})?([/?#].*)?$'
    and value !~* '^https?://[^/?#]+\.(localhost|local|internal|intranet|lan|home|corp|arpa)(:[0-9]{1,5})?([/?#].*)?$'
$$;
comment on function private.is_web_address(text) is
  'http(s) with a public host name, without credentials, backslashes and hidden characters. Mirrors isWebAddress() of domain.';
grant execute on function private.is_web_address(text) to authenticated;

-- Addresses in rows written directly ----------------------------------------------------------------------------------

-- The functions of staff check what they save; these triggers check what is written directly. Triggers, not constraints: a row from
-- before keeps what it has, and a constraint would refuse every later change of it.

create function private.check_links() returns trigger
language plpgsql set search_path = '' as $$
declare
  given constant text := to_jsonb(new) ->> tg_argv[0];
  former constant text := case when tg_op = 'UPDATE' then to_jsonb(old) ->> tg_argv[0] end;
begin
  if not private.is_client() or given is not distinct from former then return new; end if;
  perform private.require_short(given, 500, 'url.url_invalid');
  if not private.is_web_address(given) then perform private.refuse('url.url_invalid'); end if;
  return new;
end $$;
comment on function private.check_links() is 'Trigger (column): a new address in it is http(s) with a host and without credentials.';
grant execute on function private.check_links() to authenticated, service_role;

-- Link previews -------------------------------------------------------------------------------------------------------

create function private.first_link(content text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare found text;
begin
  if position('https://' in content) = 0 then return null; end if;
  -- Not one that a spoiler hides.
  found := substring(private.plain_text(content) from 'https://[^[:space:]<>"„“”«»`\\^{}|]+');
  -- A closing bracket belongs to an address that has opened one.
  return nullif(rtrim(found, '.,;:!?''*_~]…' || case when position('(' in found) = 0 then ')' else '' end), '');
end $$;
comment on function private.first_link(text) is 'The first https address in the text of a post or comment, without punctuation after it; null: none.';

create function private.links_of(post uuid) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select l.url from (
      select distinct on (x.url) x.url, x.place from (
        select private.first_link(p.content) as url, 1 as place from public.community_posts p where p.id = post
        union all
        select r.source_url, 2 from public.post_rumors r where r.post_id = post) x
      where x.url like 'https://%' and octet_length(x.url) <= 500
      order by x.url, x.place
    ) l order by l.place);
end $$;
comment on function private.links_of(uuid) is 'Links of a post that may have a preview: the first of its text, then the source of a rumor.';

-- What a rule finds ---------------------------------------------------------------------------------------------------

create function private.links_in(shown text) returns integer
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return regexp_count(shown, 'https?://[^[:space:]]|(^|[^[:alnum:]@._/-])www\.[[:alnum:]-]+\.[[:alpha:]]', 1, 'i');
end $$;
comment on function private.links_in(text) is 'How many addresses of a text a page may show as links. At least what linkParts of domain finds; a test compares.';
grant execute on function private.links_in(text) to authenticated, service_role;
