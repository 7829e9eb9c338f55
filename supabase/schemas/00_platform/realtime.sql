-- What clients may subscribe to: see docs. A bare database has no publication.
alter publication supabase_realtime add table public.comments, public.community_posts, public.notifications, public.poll_options, public.post_reactions, public.post_rumors;
