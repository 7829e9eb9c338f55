-- Voting on a star, all three questions at once. Shapes: domain/src/contract/community.ts.

create function private.set_star_vote(question text, star uuid, vote integer) returns void
language plpgsql set search_path = '' as $$
begin
  if vote is null then return; end if;
  if vote = 0 then
    execute format('delete from public.%I where user_id = $1 and star_id = $2', question || '_votes') using auth.uid(), star;
    return;
  end if;
  execute format('insert into public.%1$I as v (user_id, star_id, value) values ($1, $2, $3)
    on conflict (user_id, star_id) do update set value = excluded.value where v.value <> excluded.value', question || '_votes')
    using auth.uid(), star, vote;
end $$;
comment on function private.set_star_vote(text, uuid, integer) is 'Sets the caller''s vote on one question; 0 withdraws it, null leaves it.';
grant execute on function private.set_star_vote(text, uuid, integer) to authenticated;

create function public.set_star_votes(
  p_star_id uuid, p_demand integer default null, p_realness integer default null, p_drama integer default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_writer();
  if p_demand not between 0 and 5 or p_realness not between 0 and 5 or p_drama not between 0 and 5 then
    perform private.refuse('Eine Stimme ist eine Zahl von 1 bis 5.', 'vote_range');
  end if;
  if not exists (select from private.star_cards c where c.id = p_star_id) then
    perform private.refuse('Diesen Star gibt es nicht mehr.', 'unknown_star');
  end if;
  perform private.set_star_vote('demand', p_star_id, p_demand);
  perform private.set_star_vote('realness', p_star_id, p_realness);
  perform private.set_star_vote('drama', p_star_id, p_drama);
  return public.viewer_star(p_star_id::text) || (
    select jsonb_build_object('hot_score', x.hot_score, 'rank', x.rank, 'votes', x.votes_count)
    from public.star_scores x where x.star_id = p_star_id);
end $$;
comment on function public.set_star_votes(uuid, integer, integer, integer) is
  'RPC: sets the caller''s votes on a star (null: as it is, 0: withdrawn); answers them with the star''s score. The rank moves with the hourly job.';

revoke all on function public.viewer_posts(uuid[]), public.viewer_comments(text), public.viewer_star(text), public.viewer_fans(uuid[]),
  public.voting_page(integer), public.set_star_votes(uuid, integer, integer, integer) from public, anon, authenticated;
grant execute on function public.viewer_posts(uuid[]), public.viewer_comments(text), public.viewer_star(text), public.viewer_fans(uuid[]),
  public.voting_page(integer), public.set_star_votes(uuid, integer, integer, integer) to authenticated;
