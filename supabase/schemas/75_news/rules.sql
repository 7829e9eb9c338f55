create function private.set_news_slug() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.slug is not distinct from old.slug then return new; end if;
  new.slug := coalesce(nullif(private.slugify(coalesce(new.slug, '')), ''),
    private.slugify(private.short_slug(new.title, 240) || ' ' || right(new.id::text, 4)));
  return new;
end $$;
comment on function private.set_news_slug() is 'Trigger: slug from the title and the last four characters of the id when none is given.';
