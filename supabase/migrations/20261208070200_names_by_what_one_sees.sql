-- Names are what one sees ----------------------------------------------------------------------------------------------------------

-- "Max_vom_Team.", "m0derator" and "Mod_Lena" passed for the team. One rule, as in domain/src/member/reserved-names.ts.

create function private.name_skeleton(name text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select replace(replace(translate(replace(private.slugify(name), '-', ''), '01i345', 'olleas'), 'rn', 'm'), 'vv', 'w')
$$;
comment on function private.name_skeleton(text) is 'What a name looks like at a glance. Mirrors nameSkeleton() of domain.';

create function private.name_words(name text) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select array(select w.word from unnest(regexp_split_to_array(regexp_replace(name, '([a-zäöüß0-9])(?=[A-ZÄÖÜ])', '\1.', 'g'), '[._]+'))
    with ordinality as w (word, place) where w.word <> '' order by w.place)
$$;
comment on function private.name_words(text) is 'The words of a name, parted by _, . or a capital letter. Mirrors nameWords() of domain.';

create function private.bare_name(name text) returns text
language sql immutable strict parallel safe set search_path = '' as $$ select regexp_replace(name, '^[0-9._]+|[0-9._]+$', '', 'g') $$;
comment on function private.bare_name(text) is 'A name without digits around it.';

alter table private.reserved_nicknames add column kind text not null default 'whole' check (kind in ('whole', 'word', 'part'));
delete from private.reserved_nicknames;
insert into private.reserved_nicknames (kind, word) select k.kind, private.name_skeleton(w.word) from (values
  ('whole', '{team,hot,hilfe,system,root,unbekannt,anonym,anonymous,gast,guest,"null",undefined,everyone,alle,owner,service-role,constructor,prototype}'::text[]),
  ('word', '{admin,admins,mod,mods,support,redaktion,offiziell,official,verifiziert,verified,staff,betreiber,postmaster,webmaster,gelöscht,deleted}'::text[]),
  ('part', '{moderator,moderation,administrator,administration,hot-team,vom-team,hot-support}'::text[])) as k (kind, words)
  cross join lateral unnest(k.words) as w (word);
comment on table private.reserved_nicknames is
  'Names nobody may have, as private.name_skeleton() reads them: whole names, words of a name, or parts anywhere in it. Mirrors reservedNames of domain.';

create function private.is_reserved_name(name text) returns boolean
language sql stable strict security definer set search_path = '' as $$
  select exists (select from private.reserved_nicknames r where case r.kind
    when 'part' then position(r.word in private.name_skeleton(name)) > 0
    else r.word in (private.name_skeleton(name), private.name_skeleton(private.bare_name(name)))
      or r.kind = 'word' and exists (select from unnest(private.name_words(name)) w
        where r.word in (private.name_skeleton(w), private.name_skeleton(private.bare_name(w)))) end)
$$;
comment on function private.is_reserved_name(text) is 'Whether nobody may be called so. Mirrors isReservedName() of domain.';

create function private.skeleton_of_words(name text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select string_agg(private.name_skeleton(w.word), '.' order by w.place) from unnest(private.name_words(name)) with ordinality as w (word, place)
$$;
comment on function private.skeleton_of_words(text) is 'The words of a name as they look, with a full stop between them.';

create function private.passes_for_staff(name text, member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles p
    where p.role in ('moderator', 'admin') and p.id is distinct from member and p.nickname is not null
      and (private.name_skeleton(private.bare_name(p.nickname)) = private.name_skeleton(private.bare_name(name))
        -- A name of several words is theirs with anything around it; "Anna" is everybody's.
        or cardinality(private.name_words(p.nickname)) > 1
          and position('.' || private.skeleton_of_words(p.nickname) || '.' in '.' || private.skeleton_of_words(name) || '.') > 0))
$$;
comment on function private.passes_for_staff(text, uuid) is 'Whether a name would be taken for that of somebody of the team.';

create function private.nickname_look(nickname text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select replace(replace(private.nickname_key(translate(nickname, 'I1O0', 'lloo')), 'rn', 'm'), 'vv', 'w')
$$;
comment on function private.nickname_look(text) is 'A nickname by what one sees: I, l and 1, O and 0, rn and m, vv and w are one. Compared by a trigger, because older names may look alike.';
create index profiles_nickname_look on public.profiles (private.nickname_look(nickname));

create or replace function private.looks_like_domain(nickname text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select nickname ~* '\.(de|com|net|org|at|ch|eu|tv|info|biz|io|me|co|uk|us|fr|nl|it|pl|ru|app|dev|shop|online|live|news|blog|xyz|to|cc|gg|ly|link|site|club|fm|vip)$'
$$;

create or replace function private.nickname_problem(wanted text, member uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    -- One's own from before is still one's own.
    when exists (select from public.profiles p where p.id = member and p.nickname = wanted) then null
    when wanted is null or wanted !~ '^[A-Za-z0-9ÄÖÜäöüß_.]{3,20}$' or private.slugify(wanted) = '' or wanted ~ '^[._]|[._]$' then 'form'
    when private.looks_like_domain(wanted) then 'form'
    when private.is_reserved_name(wanted) or private.passes_for_staff(wanted, member) then 'reserved'
    when exists (select from public.profiles p where private.nickname_key(p.nickname) = private.nickname_key(wanted) and p.id <> member)
      or exists (select from public.profiles p where private.nickname_look(p.nickname) = private.nickname_look(wanted) and p.id <> member)
      -- Their old links lead to them.
      or exists (select from public.profile_slug_history h where h.old_slug = private.slugify(wanted) and h.profile_id <> member)
      then 'taken' end
$$;

create function private.check_nickname() returns trigger
language plpgsql set search_path = '' as $$
declare problem text;
begin
  if not private.is_client() then return new; end if;
  -- Two who want names that look alike at the same moment: one after the other.
  perform pg_advisory_xact_lock(hashtextextended('nickname ' || private.nickname_look(new.nickname), 0));
  problem := private.nickname_problem(new.nickname, new.id);
  if problem = 'taken' then
    raise exception 'Diesen Nickname hat schon jemand.' using errcode = '23505', hint = 'nickname_taken';
  elsif problem is not null then
    raise exception '%', case problem when 'form' then 'Dieser Nickname passt nicht.' else 'Dieser Nickname ist reserviert.' end
      using errcode = '23514', hint = 'nickname_' || problem;
  end if;
  return new;
end $$;
comment on function private.check_nickname() is 'Trigger: a nickname that a person takes is one that private.nickname_problem() has nothing against.';
create trigger profiles_15_nickname before update of nickname on public.profiles
  for each row when (new.nickname is not null and new.nickname is distinct from old.nickname) execute function private.check_nickname();

create or replace function private.set_profile_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.nickname is null then
    if tg_op = 'UPDATE' and old.nickname is not null then
      raise exception 'Ein Nickname lässt sich ändern, aber nicht entfernen.' using errcode = '23514', hint = 'nickname_required';
    end if;
    new.slug := null;
    return new;
  end if;
  if tg_op = 'UPDATE' and new.nickname is not distinct from old.nickname then
    new.slug := old.slug;
    return new;
  end if;
  -- Here and not as a constraint: members who have such a name keep it, and a constraint would refuse every change of their row.
  if private.looks_like_domain(new.nickname) then
    raise exception 'Ein Nickname endet nicht wie eine Web-Adresse (.de, .com).' using errcode = '23514', hint = 'nickname_form';
  end if;
  if private.is_reserved_name(new.nickname) then
    raise exception 'Dieser Nickname ist reserviert.' using errcode = '23514', hint = 'nickname_reserved';
  end if;
  new.slug := private.free_profile_slug(new.nickname, new.id);
  return new;
end $$;

revoke execute on function private.name_skeleton(text), private.name_words(text), private.bare_name(text), private.is_reserved_name(text),
  private.passes_for_staff(text, uuid), private.skeleton_of_words(text), private.nickname_look(text) from public;
grant execute on function private.nickname_look(text) to authenticated, service_role;
