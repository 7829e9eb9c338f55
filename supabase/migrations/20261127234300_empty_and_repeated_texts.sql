-- Texts that show nothing, floods of empty lines and of the same comment -----------------------------------------------------

-- The characters are those that Unicode calls default-ignorable, spaces, and the braille blank; line breaks apart.
create or replace function private.clean_text(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case when lean ~ '[^\n\t-\r \u0085\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
    then lean else '' end
  from (
    select regexp_replace(normalize(private.collapse_marks(regexp_replace(replace(
        regexp_replace(left(value, 100000), '\r\n?|[\u2028\u2029\u0085]', E'\n', 'g'), E'\t', ' '),
      '[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]', '', 'g')), nfc),
      '\n([ \u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]*\n){3,}',
      E'\n\n\n', 'g')
  ) cleaned (lean)
$$;
comment on function private.clean_text(text) is
  'Text without control characters and bidi overrides, line breaks as \n, tabs as spaces, at most 8 combining marks and two empty lines in a row, NFC; empty if nothing in it is visible. Reads 100,000 characters: twice what the longest field holds. Mirrors cleanText() of domain.';

create or replace function public.update_own_profile(p_bio text, p_avatar_path text) returns jsonb
language plpgsql set search_path = '' as $$
declare answer jsonb;
begin
  if char_length(p_bio) > 500 then
    raise exception 'Der Text über dich darf höchstens 500 Zeichen haben.' using errcode = '23514', hint = 'bio_too_long';
  end if;
  -- The name of an object in the bucket: `avatars/{member}/{uuid}.webp`.
  perform private.require_short(p_avatar_path, 500, 'Dieses Bild ist nicht hochgeladen.', 'avatar_missing');
  update public.profiles p set bio = nullif(private.trim_text(private.clean_text(p_bio)), ''), avatar_url = private.avatar_address(nullif(p_avatar_path, ''))
    where p.id = (select auth.uid()) returning private.own_profile_of(p) into answer;
  return answer;
end $$;

create function private.limit_new_member() returns trigger
language plpgsql security definer set search_path = '' as $$
declare tenth timestamptz;
begin
  if not exists (select from public.profiles m where m.id = auth.uid() and m.created_at > now() - interval '24 hours') then return new; end if;
  select c.created_at into tenth from public.comments c
    where c.author_id = auth.uid() and c.created_at > now() - interval '1 minute' order by c.created_at desc offset 9 limit 1;
  if tenth is null then return new; end if;
  raise sqlstate 'PGRST' using
    message = '{"code":"PT429","message":"In den ersten 24 Stunden sind es höchstens zehn Kommentare in der Minute. Kurz durchatmen, dann geht es weiter.","details":null,"hint":"rate_limited_new"}',
    detail = format('{"status":429,"headers":{"Retry-After":"%s"}}', greatest(1, ceil(extract(epoch from tenth + interval '1 minute' - now()))::integer));
end $$;
comment on function private.limit_new_member() is 'Trigger: accounts younger than 24 hours write ten comments a minute at most; 429 (hint rate_limited_new) beyond.';
create trigger comments_04_new_member before insert on public.comments
  for each row when (private.is_client()) execute function private.limit_new_member();

create function private.refuse_repetition() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from (
      select c.id, c.content, c.post_id, c.parent_id, c.deleted_at from public.comments c
      where c.author_id = auth.uid() and c.created_at > now() - interval '24 hours' order by c.created_at desc limit 500
    ) mine
    -- The same id is the same comment, sent again after a lost answer. "Genau" may answer several people.
    where mine.id <> new.id and mine.post_id = new.post_id and mine.deleted_at is null and mine.content = new.content
      and (mine.parent_id is not distinct from new.parent_id or char_length(new.content) >= 20)
  ) then
    perform private.refuse('Genau das hast du hier schon geschrieben. Es steht noch da.', 'comment_repeated');
  end if;
  return new;
end $$;
comment on function private.refuse_repetition() is
  'Trigger: a member does not write the same in the same thread again within 24 hours, nor texts from 20 characters on anywhere below the post.';
create trigger comments_06_repeated before insert on public.comments
  for each row when (private.is_client()) execute function private.refuse_repetition();
