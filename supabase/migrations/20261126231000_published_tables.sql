-- What realtime reports -----------------------------------------------------------------------------------------------------

-- The app subscribes to posts, rumors, poll options, comments and notifications. Scores and single reactions are heard by nobody:
-- pages show their counters, which are columns of posts and comments. Reporting them cost every vote and reaction its share.
do $$
declare published record;
begin
  for published in
    select t.tablename from pg_catalog.pg_publication_tables t
    where t.pubname = 'supabase_realtime' and t.schemaname = 'public'
      and t.tablename in ('star_scores', 'post_reactions', 'comment_reactions')
  loop
    execute format('alter publication supabase_realtime drop table public.%I', published.tablename);
  end loop;
end $$;
