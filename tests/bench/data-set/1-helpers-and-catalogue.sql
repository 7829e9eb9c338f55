-- Deterministic: everything follows from a row's number. Sizes come as settings bench.stars, bench.members, bench.posts.
create schema bench;
create function bench.size(what text) returns bigint language sql stable as $$ select current_setting('bench.' || what)::bigint $$;
create function bench.chance(n bigint, salt integer) returns double precision language sql immutable strict as $$
  select (hashint8extended(n, salt) & 1073741823)::double precision / 1073741824
$$;
create function bench.pick(n bigint, salt integer, among bigint) returns bigint language sql immutable strict as $$
  select 1 + floor(bench.chance(n, salt) * among)::bigint
$$;
-- Skewed towards the newest rows, as visits to a community are.
create function bench.pick_new(n bigint, salt integer, among bigint) returns bigint language sql immutable strict as $$
  select among - floor(power(bench.chance(n, salt), 3) * among)::bigint
$$;
create function bench.id(kind integer, n bigint) returns uuid language sql immutable strict as $$
  select (kind || '0000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid
$$;
create function bench.words(n bigint, salt integer, wanted integer) returns text language sql immutable strict as $$
  select string_agg((array['Mandy', 'Rico', 'Villa', 'Streit', 'Tränen', 'Finale', 'Kuppelshow', 'Einzug', 'Gerücht', 'Müll', 'Dschungel', 'Rose',
    'Paar', 'Trennung', 'Küche', 'Boot', 'Strand', 'Koffer', 'Vertrag', 'Sender', 'Folge', 'Sommer', 'Haus', 'Mallorca', 'Sekt', 'Drama',
    'Blick', 'Neid', 'Promi', 'Kandidat', 'Staffel', 'Wiedersehen'])[bench.pick(n * 64 + i, salt, 32)], ' ' order by i)
  from generate_series(1, wanted) i
$$;
create function bench.post_time(n bigint) returns timestamptz language sql stable as $$
  select date_trunc('day', now()) - (bench.size('posts') - n) * (interval '1000 days' / bench.size('posts')::double precision)
$$;

-- With triggers: few rows, and their derived data is needed. Both sets have the same number of formats and seasons.
insert into public.stars (id, first_name, last_name, slug)
  select bench.id(1, n), bench.words(n, 1, 1), bench.words(n, 2, 1) || 'er' || n, 'star-' || n from generate_series(1, bench.size('stars')) n;
insert into public.broadcasters (id, name) select bench.id(7, n), 'Sender ' || n from generate_series(1, 10) n;
insert into public.streaming_providers (id, name) select bench.id(8, n), 'Dienst ' || n from generate_series(1, 6) n;
insert into public.formats (id, name, slug, broadcaster_id, streaming_provider_id)
  select bench.id(2, n), bench.words(n, 3, 2) || ' ' || n, 'format-' || n, bench.id(7, 1 + n % 10), bench.id(8, 1 + n % 6) from generate_series(1, 120) n;
insert into public.seasons (id, format_id, season_number)
  select bench.id(3, n), bench.id(2, 1 + n % 120), 1 + n / 120 from generate_series(0, 479) n;
insert into public.season_participants (season_id, star_id)
  select bench.id(3, n / 12), bench.id(1, 1 + (n * 7919) % bench.size('stars')) from generate_series(0, 480 * 12 - 1) n on conflict do nothing;
insert into public.calendar_events (title, season_id, episode_number, event_date, event_time)
  select 'Folge ' || n, bench.id(3, n % 480), 1 + n / 480, current_date - 60 + n % 90, '20:15' from generate_series(0, 2399) n;
insert into public.star_social_accounts (star_id, platform, handle, url, followers)
  select bench.id(1, n), 'instagram', 'star' || n, 'https://instagram.example/star' || n, (bench.chance(n, 4) * 900000)::integer
  from generate_series(1, bench.size('stars')) n;
insert into public.news (title, published_at) select 'Meldung Nummer ' || n, now() - n * interval '1 day' from generate_series(1, 200) n;
