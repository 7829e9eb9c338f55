import type { Probes } from './probe.ts'
import { world as w } from './world.ts'

/** How the rows of posts and everything below them are created, found and changed in the who × what matrix. */
export const postsProbes: Probes = {
  'community_posts (own, pending, text)': {
    where: `id = '${w.fresh}'`,
    values: `(id, title, type, content, author_id) values ('${w.fresh}', 'Ein neuer Beitrag', 'discussion', 'Text', :owner)`,
    set: "title = 'Ein anderer Titel'",
    seed: `insert into public.community_posts (id, title, type, content, author_id, status) values ('${w.fresh}', 'Ein eigener Beitrag', 'discussion', 'Text', :owner, 'pending')`,
  },
  'community_posts (own, approved, status)': {
    where: `id = '${w.fresh}'`,
    values: "(title, type, status) values ('Gleich freigegeben', 'discussion', 'approved')",
    set: "status = 'rejected', rejection_reason = 'x'",
    seed: `insert into public.community_posts (id, title, type, content, author_id, status) values ('${w.fresh}', 'Ein eigener Beitrag', 'discussion', 'Text', :owner, 'approved')`,
  },
  'community_posts (others, approved, text)': {
    where: `id = '${w.discussion}'`,
    values: "(title, type, content, author_id) values ('In fremdem Namen', 'discussion', 'Text', :owner)",
    set: "title = 'Ein anderer Titel'",
  },
  'community_posts (others, pending, status)': {
    where: `id = '${w.pendingPost}'`,
    values: "(title, type, content, author_id) values ('In fremdem Namen', 'discussion', 'Text', :owner)",
    set: "status = 'approved'",
  },
  'post_tags (site)': {
    where: `post_id = '${w.discussion}'`,
    values: `(post_id, tag_id, kind) values ('${w.rumor}', '${w.star}', 'star')`,
    set: "kind = 'format'",
  },
  'post_rumors (own, source)': {
    where: `post_id = '${w.fresh}'`,
    values: `(post_id) values ('${w.fresh}')`,
    set: "source_url = 'https://example.org'",
    seed: `insert into public.community_posts (id, title, type, author_id, status) values ('${w.fresh}', 'Ein eigener Beitrag', 'rumor', :owner, 'approved')`,
  },
  'post_rumors (others, status)': {
    where: `post_id = '${w.rumor}'`,
    values: `(post_id) values ('${w.rumor}')`,
    set: "rumor_status = 'verified'",
  },
  'rumor_votes (own)': {
    where: `post_id = '${w.rumor}' and user_id = :owner`,
    values: `(post_id, user_id, vote) values ('${w.rumor}', :owner, 'agree')`,
    set: "vote = 'disagree'",
    seed: `insert into public.rumor_votes (post_id, user_id, vote) values ('${w.rumor}', :owner, 'agree')`,
  },
  'rumor_votes (others)': {
    where: `post_id = '${w.rumor}' and user_id = :owner`,
    values: `(post_id, user_id, vote) values ('${w.rumor}', :owner, 'agree')`,
    set: "vote = 'disagree'",
    seed: `insert into public.rumor_votes (post_id, user_id, vote) values ('${w.rumor}', :owner, 'agree')`,
  },
  'poll_options (own)': {
    where: `post_id = '${w.fresh}'`,
    values: `(post_id, text, position) values ('${w.fresh}', 'B', 2)`,
    set: "text = 'C'",
    given: `insert into public.community_posts (id, title, type, author_id, status) values ('${w.fresh}', 'Ein eigener Beitrag', 'poll', :owner, 'approved')`,
    seed: `insert into public.poll_options (post_id, text, position) values ('${w.fresh}', 'A', 1)`,
  },
  'poll_options (others)': {
    where: `id = '${w.option}'`,
    values: `(post_id, text, position) values ('${w.poll}', 'B', 3)`,
    set: "text = 'C'",
  },
  'poll_votes (own)': {
    where: `post_id = '${w.poll}' and user_id = :owner`,
    values: `(post_id, user_id, option_id) values ('${w.poll}', :owner, '${w.option}')`,
    set: `option_id = '${w.secondOption}'`,
    seed: `insert into public.poll_votes (post_id, user_id, option_id) values ('${w.poll}', :owner, '${w.option}')`,
  },
  'poll_votes (others)': {
    where: `post_id = '${w.poll}' and user_id = :owner`,
    values: `(post_id, user_id, option_id) values ('${w.poll}', :owner, '${w.option}')`,
    set: `option_id = '${w.secondOption}'`,
    seed: `insert into public.poll_votes (post_id, user_id, option_id) values ('${w.poll}', :owner, '${w.option}')`,
  },
  'post_reactions (own)': {
    where: `post_id = '${w.discussion}' and user_id = :owner`,
    values: `(post_id, user_id, reaction) values ('${w.discussion}', :owner, 'heart')`,
    set: "reaction = 'poop'",
    seed: `insert into public.post_reactions (post_id, user_id, reaction) values ('${w.discussion}', :owner, 'heart')`,
  },
  'post_reactions (others)': {
    where: `post_id = '${w.discussion}' and user_id = :owner`,
    values: `(post_id, user_id, reaction) values ('${w.discussion}', :owner, 'heart')`,
    set: "reaction = 'poop'",
    seed: `insert into public.post_reactions (post_id, user_id, reaction) values ('${w.discussion}', :owner, 'heart')`,
  },
  'comments (own)': {
    where: `id = '${w.fresh}'`,
    values: `(id, post_id, author_id, content) values ('${w.fresh}', '${w.discussion}', :owner, 'Neu')`,
    set: "content = 'Anders'",
    seed: `insert into public.comments (id, post_id, author_id, content) values ('${w.fresh}', '${w.discussion}', :owner, 'Eigener')`,
    gone: 'deleted_at is not null',
  },
  'comments (others)': {
    where: `id = '${w.comment}'`,
    values: `(post_id, author_id, content) values ('${w.discussion}', :owner, 'Neu')`,
    set: "content = 'Anders'",
    gone: 'deleted_at is not null',
  },
  'comments (own, on a pending post)': {
    where: `id = '${w.fresh}'`,
    values: `(post_id, author_id, content) values ('${w.pendingPost}', :owner, 'Neu')`,
    set: "content = 'Anders'",
    seed: `insert into public.comments (id, post_id, content) values ('${w.fresh}', '${w.pendingPost}', 'Vorher')`,
  },
  'comment_reactions (own)': {
    where: `comment_id = '${w.comment}' and user_id = :owner`,
    values: `(comment_id, user_id, reaction) values ('${w.comment}', :owner, 'heart')`,
    set: "reaction = 'poop'",
    seed: `insert into public.comment_reactions (comment_id, user_id, reaction) values ('${w.comment}', :owner, 'heart')`,
  },
  'comment_reactions (others)': {
    where: `comment_id = '${w.comment}' and user_id = :owner`,
    values: `(comment_id, user_id, reaction) values ('${w.comment}', :owner, 'heart')`,
    set: "reaction = 'poop'",
    seed: `insert into public.comment_reactions (comment_id, user_id, reaction) values ('${w.comment}', :owner, 'heart')`,
  },
  'comment_reads (own)': {
    where: `post_id = '${w.discussion}' and user_id = :owner`,
    values: `(post_id, user_id) values ('${w.discussion}', :owner)`,
    set: 'read_at = now()',
    seed: `insert into public.comment_reads (post_id, user_id) values ('${w.discussion}', :owner)`,
  },
  'comment_reads (others)': {
    where: `post_id = '${w.discussion}' and user_id = :owner`,
    values: `(post_id, user_id) values ('${w.discussion}', :owner)`,
    set: 'read_at = now()',
    seed: `insert into public.comment_reads (post_id, user_id) values ('${w.discussion}', :owner)`,
  },
}
