-- Excerpts without spoilers and marks ---------------------------------------------------------------------------------

-- Posts and comments may contain a little markup and spoilers (docs/product/posts.md). No list, feed, head, notification or push
-- shows what a spoiler hides.

create function private.plain_text(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  -- Most texts have none of the marks.
  if value !~ '[|*_>]' then return value; end if;
  return private.shown_text(value, false);
end $$;
comment on function private.plain_text(text) is
  'Text of a post or comment without what spoilers hide (||…||) and without the marks of bold, italics and quotes. Mirrors plainText() of domain.';
grant execute on function private.plain_text(text) to anon, authenticated, service_role;

create function private.excerpt(value text, most integer) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return left(private.plain_text(value), most);
end $$;
comment on function private.excerpt(text, integer) is 'The first characters of a post or comment, as private.plain_text() shows it.';
grant execute on function private.excerpt(text, integer) to anon, authenticated, service_role;

-- Pages ---------------------------------------------------------------------------------------------------------------

create function private.shown_text(post uuid) returns private.post_text
language sql stable security definer set search_path = '' as $$
  select coalesce((select private.text_of_revision(v) from private.post_revisions v where v.post_id = p.id), private.text_of(p.id))
  from public.community_posts p where p.id = post and p.author_id = auth.uid() and private.is_proven()
$$;
comment on function private.shown_text(uuid) is 'The text that the author of a post goes on with: the change that waits or was rejected, else the post.';
grant execute on function private.shown_text(uuid) to authenticated;

-- Posts about health, sexuality, crime or minors wait for a human, whoever wrote them ---------------------------------

create function private.without_marks(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select replace(lower(regexp_replace(normalize(private.without_hidden(value, ''), nfkd), '[\u0300-\u036f]', '', 'g')), 'ß', 'ss')
$$;
comment on function private.without_marks(text) is 'A text in lower case without accents, umlaut dots and invisible characters.';

create function private.unmasked(folded text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  digits constant text[] := '{0o,1i,3e,4a,5s}';
  plain text := folded;
  pair text;
begin
  foreach pair in array digits loop
    plain := regexp_replace(plain, '([a-z])' || left(pair, 1) || '(?=[a-z])', '\1' || right(pair, 1), 'g');
  end loop;
  plain := regexp_replace(plain, '\m(\w)[ .*_-]+(?=\w\M)', '\1', 'g');
  return regexp_replace(plain, '([a-z])[.*_]+(?=[a-z])', '\1', 'g');
end $$;
comment on function private.unmasked(text) is 'Folded text as people read it: "kn4st", "k.r.a.n.k" and "minder.jahrig" without their masks.';

-- What a rule finds ---------------------------------------------------------------------------------------------------

create function private.plain_words(given text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select array_to_string(private.words_of(private.search_fold(given)), ' ')
$$;
comment on function private.plain_words(text) is 'The words of a text as the search folds them, with a space between them.';
grant execute on function private.plain_words(text) to authenticated, service_role;

-- Rules read what readers read ----------------------------------------------------------------------------------------

create function private.words_said(said text) returns text
language sql immutable strict parallel safe set search_path = '' as $$ 
  -- "krypt0" and "k1ick" say krypto and klick; 1 is i in "1nvest".
  select concat(' ', read.words, case when read.words ~ '[a-z][013457]|[013457][a-z]'
    then concat(' § ', translate(read.words, '013457', 'oieast'), ' § ', translate(read.words, '013457', 'oleast')) end, ' ')
  from (select private.plain_words(private.text_said(said)) as words offset 0) read
$$;
comment on function private.words_said(text) is 'The words of a text for rules: as typed, and as they are read without marks and with digits for letters.';

create function private.said_in(post uuid) returns text
language sql stable security definer set search_path = '' as $$
  select concat_ws(' ', p.title, p.content, private.answers_of(p.id), (select r.source_url from public.post_rumors r where r.post_id = p.id))
  from public.community_posts p where p.id = post
$$;
comment on function private.said_in(uuid) is 'Everything that a post says: title, text, answers of a poll, source of a rumor.';

create function private.marks_off(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$ select regexp_replace(value, '\*+|\|\|', '', 'g') $$;
comment on function private.marks_off(text) is 'A text without the marks of bold and spoilers; a single _ may be part of a name or an address.';

-- One reader ----------------------------------------------------------------------------------------------------------

-- One function knows the marks, and one says all that somebody may read in a text: rules, search, the team's search for comments and
-- excerpts must not differ in it.

create function private.shown_text(value text, opened boolean) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare shown text;
begin
  shown := regexp_replace(value, '\|\|(.+?)\|\|', case when opened then '\1' else private.stored_text('text.spoiler') end, 'g');
  shown := regexp_replace(shown, '^(?:> ?)+', '', 'gn');
  shown := regexp_replace(shown, '\*\*([^*\n]+)\*\*', '\1', 'g');
  shown := regexp_replace(shown, '(^|[ \n("„»])\*([^*_ \n](?:[^*_\n]*[^*_ \n])?)\*(?=$|[ \n.,;:!?)"“«…])', '\1\2', 'gn');
  return regexp_replace(shown, '(^|[ \n("„»])_([^*_ \n](?:[^*_\n]*[^*_ \n])?)_(?=$|[ \n.,;:!?)"“«…])', '\1\2', 'gn');
end $$;
comment on function private.shown_text(text, boolean) is
  'A text as it is shown: without the marks of bold, italics and quotes, with what spoilers hide or a word in its place.';
grant execute on function private.shown_text(text, boolean) to anon, authenticated, service_role;

create function private.text_said(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  typed constant text := private.without_hidden(value, ' ');
  bare text := typed;
  said text[] := array[typed];
  reading text;
begin
  -- As typed, because "super_star" is two words; as it is shown with its spoilers open; and without any mark, also within words. What only
  -- hides a word is undone in that last one: letters that look Latin, escapes of addresses, blanks that are none. The sign between them
  -- is part of no word, so that no phrase reaches from one into the next.
  if typed ~ '[*_|~]' then bare := regexp_replace(typed, '[*_|~]+', '', 'g'); end if;
  foreach reading in array array[
    private.in_latin(private.unescaped(bare)),
    case when bare <> typed then private.shown_text(typed, true) end,
    bare,
    case when typed <> private.without_hidden(value, '') then regexp_replace(private.in_latin(private.without_hidden(value, '')), '[*_|~]+', '', 'g') end
  ] loop
    if reading is not null and reading <> all (said) then said := said || reading; end if;
  end loop;
  return array_to_string(said, ' § ');
end $$;
comment on function private.text_said(text) is
  'All that somebody may read in a text, for rules, sensitive subjects and every search. Folding (private.search_fold) is the next step. Not for excerpts.';

-- Nicknames -----------------------------------------------------------------------------------------------------------

create function private.name_said(name text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  -- "KryptoKing", "krypto_king", "krypto99" and "krypt0" all say krypto.
  select private.words_said(concat_ws(' § ', name, parts.said, private.bare_name(name)))
  from (select array_to_string(private.name_words(name), ' ') as said) parts
$$;
comment on function private.name_said(text) is 'The words that somebody may read in a nickname, for rules.';
