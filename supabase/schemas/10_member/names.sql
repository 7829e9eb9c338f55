-- Profiles ------------------------------------------------------------------------------------------------------------

-- Spelled out, because what lower() does to letters beyond ASCII depends on the collation.
create function private.nickname_key(nickname text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return lower(translate(nickname, 'ÄÖÜ', 'äöü'));
end $$;
comment on function private.nickname_key(text) is 'Nickname without case: two members must not share one.';
grant execute on function private.nickname_key(text) to anon, authenticated, service_role;

create table private.reserved_nicknames (
word text primary key,
  kind text not null default 'whole' check (kind in ('whole', 'word', 'part'))
);
comment on table private.reserved_nicknames is
  'Names nobody may have, as private.name_skeleton() reads them: whole names, words of a name, or parts anywhere in it. Mirrors reservedNames of domain. '
  'Stays: a list or a state of the site.';

revoke all on private.reserved_nicknames from public, anon, authenticated, service_role;

insert into private.reserved_nicknames (kind, word) select k.kind, private.name_skeleton(w.word) from (values
  ('whole', '{team,hot,hilfe,system,root,unbekannt,anonym,anonymous,gast,guest,"null",undefined,everyone,alle,owner,service-role,constructor,prototype,leitung}'::text[]),
  ('word', '{admin,admins,mod,mods,support,redaktion,offiziell,official,verifiziert,verified,staff,betreiber,postmaster,webmaster,gelöscht,deleted,kundenservice}'::text[]),
  ('part', '{moderator,moderation,administrator,administration,hot-team,vom-team,hot-support,team-hot,hot-hilfe,hilfe-hot,support-hot,hot-admin,admin-hot,hot-redaktion,redaktion-hot,hot-echt,echt-hot,hot-offiziell,offiziell-hot,hot-leitung,leitung-hot,team-von-hot,hot-das-team}'::text[])) as k (kind, words)
  cross join lateral unnest(k.words) as w (word);

-- Nickname → slug -----------------------------------------------------------------------------------------------------

-- A slug is taken if it is anybody's current address, or a former one of another member (old links must not change their target).
create function private.free_profile_slug(wanted text, member uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  base text := private.slugify(wanted);
  candidate text := base;
  n integer := 1;
begin
  while exists (select from public.profiles p where p.slug = candidate and p.id <> member)
     or exists (select from public.profile_slug_history h where h.old_slug = candidate and h.profile_id <> member) loop
    n := n + 1;
    candidate := base || '-' || n;
  end loop;
  return candidate;
end $$;
comment on function private.free_profile_slug(text, uuid) is 'Slug of a nickname, made unique by -2, -3 …';

create function private.set_profile_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.nickname is null then
    if tg_op = 'UPDATE' and old.nickname is not null then
      perform private.refuse('member.nickname_required.removal');
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
    perform private.refuse('member.nickname_form.address');
  end if;
  -- What a person may take is for private.check_nickname(); this holds for the team, operators and imports as well.
  if exists (select from private.reserved_nicknames r where r.word = private.name_skeleton(new.nickname)) then
    perform private.refuse('member.nickname_reserved');
  end if;
  new.slug := private.free_profile_slug(new.nickname, new.id);
  return new;
end $$;
comment on function private.set_profile_slug() is 'Trigger: refuses reserved nicknames and derives the slug.';

create function private.mirror_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.nickname is null then return null; end if;
  if tg_op = 'UPDATE' and old.slug is not null and old.slug <> new.slug then
    delete from public.profile_slug_history where old_slug = new.slug;
    insert into public.profile_slug_history (old_slug, profile_id) values (old.slug, new.id)
      on conflict (old_slug) do update set profile_id = excluded.profile_id, created_at = now();
  end if;
  -- Karma changes with every heart. Setting slug, a key column, would lock the row against foreign key checks of new comments
  -- and cause deadlocks.
  if tg_op = 'UPDATE' and old.slug is not distinct from new.slug then
    update public.public_profiles set nickname = new.nickname, avatar_url = new.avatar_url, bio = new.bio, karma = new.karma,
      joined = new.created_at where id = new.id;
    return null;
  end if;
  insert into public.public_profiles as mirror (id, nickname, slug, avatar_url, bio, karma, joined)
  values (new.id, new.nickname, new.slug, new.avatar_url, new.bio, new.karma, new.created_at)
  on conflict (id) do update set nickname = excluded.nickname, slug = excluded.slug, avatar_url = excluded.avatar_url,
    bio = excluded.bio, karma = excluded.karma, joined = excluded.joined;
  return null;
end $$;
comment on function private.mirror_profile() is 'Trigger: keeps public_profiles and the history of slugs.';

-- Names that look like a domain ---------------------------------------------------------------------------------------

create function private.looks_like_domain(nickname text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select nickname ~* '\.(de|com|net|org|at|ch|eu|tv|info|biz|io|me|co|uk|us|fr|nl|it|pl|ru|app|dev|shop|online|live|news|blog|xyz|to|cc|gg|ly|link|site|club|fm|vip)$'
$$;
comment on function private.looks_like_domain(text) is
  'Whether a name ends like a web address (.de, .com), so that @name reads as part of one. Mirrors looksLikeDomain() of domain.';
grant execute on function private.looks_like_domain(text) to authenticated, service_role;

-- Names are what one sees ---------------------------------------------------------------------------------------------

-- "Max_vom_Team.", "m0derator" and "Mod_Lena" passed for the team. One rule, as in domain/src/member/nickname.ts.

create function private.name_skeleton(name text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select replace(replace(translate(replace(private.slugify(name), '-', ''), '01i345', 'olleas'), 'rn', 'm'), 'vv', 'w')
$$;
comment on function private.name_skeleton(text) is 'What a name looks like at a glance. Mirrors nameSkeleton() of domain.';

create function private.bare_name(name text) returns text
language sql immutable strict parallel safe set search_path = '' as $$ select regexp_replace(name, '^[0-9._]+|[0-9._]+$', '', 'g') $$;
comment on function private.bare_name(text) is 'A name without digits around it.';

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
grant execute on function private.nickname_look(text) to authenticated, service_role;

create function private.check_nickname() returns trigger
language plpgsql set search_path = '' as $$
declare problem text;
begin
  if not private.is_client() then return new; end if;
  -- Two who want names that look alike at the same moment: one after the other.
  perform pg_advisory_xact_lock(hashtextextended('nickname ' || private.nickname_look(new.nickname), 0));
  problem := private.nickname_problem(new.nickname, new.id);
  if problem = 'taken' then
    perform private.refuse('member.nickname_taken', '23505');
  elsif problem is not null then
    perform private.refuse(case problem when 'form' then 'member.nickname_form' else 'member.nickname_reserved' end);
  end if;
  return new;
end $$;
comment on function private.check_nickname() is 'Trigger: a nickname that a person takes is one that private.nickname_problem() has nothing against.';

-- The team may be called what passes for the team ---------------------------------------------------------------------

-- "Max_vom_Team" is refused to members because somebody of the team is called so.

create function private.is_of_team(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles p where p.id = member and p.role in ('moderator', 'admin'))
$$;
comment on function private.is_of_team(uuid) is 'Whether a member is moderator or admin, for what their name may be.';
