-- Clients may subscribe to these; row-level security of each table decides who receives a change. Votes and scores are reported to
-- nobody: pages show their counters. Reactions to a post are heard by its author. A bare database has no publication.
alter publication supabase_realtime add table public.comments, public.community_posts, public.notifications, public.poll_options,
  public.post_reactions, public.post_rumors;
