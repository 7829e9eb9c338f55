-- What clients may subscribe to (specification §7): own notifications, reactions of others, and the counters of what is on the screen.
-- Row-level security of each table decides who is told; votes themselves are not published.
do $$
begin
  -- Supabase and local/ have the publication; a bare database does not.
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;

alter publication supabase_realtime add table
  public.notifications, public.post_reactions, public.comments, public.comment_reactions, public.community_posts, public.post_rumors,
  public.poll_options, public.star_scores;
