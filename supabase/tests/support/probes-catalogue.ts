import type { Probes } from './probe.ts'
import { world as w } from './world.ts'

/** How the rows of stars, formats, calendar and news are created, found and changed in the who × what matrix. */
export const catalogueProbes: Probes = {
  'stars (site)': {
    where: `id = '${w.star}'`,
    values: `(id, first_name) values ('${w.fresh}', 'Neu')`,
    set: "bio = 'neu'",
  },
  'stars (site, inactive)': {
    where: `id = '${w.inactiveStar}'`,
    values: `(id, first_name) values ('${w.fresh}', 'Neu')`,
    set: "bio = 'neu'",
  },
  'star_slug_history (site)': {
    where: "old_slug = 'alt'",
    values: `(old_slug, star_id) values ('frueher', '${w.star}')`,
    set: "old_slug = 'c'",
    seed: `insert into public.star_slug_history values ('alt', '${w.star}')`,
  },
  'star_scores (site)': {
    where: `star_id = '${w.star}'`,
    values: `(star_id) values ('${w.star}')`,
    set: 'hot_score = 100',
  },
  'star_vote_means (site)': { where: "question = 'demand'", values: "(question) values ('demand')", set: 'mean = 5' },
  'demand_votes (own)': {
    where: `star_id = '${w.star}' and user_id = :owner`,
    values: `(star_id, user_id, value) values ('${w.star}', :owner, 5)`,
    set: 'value = 1',
    seed: `insert into public.demand_votes (star_id, user_id, value) values ('${w.star}', :owner, 5)`,
  },
  'demand_votes (others)': {
    where: `star_id = '${w.star}' and user_id = :owner`,
    values: `(star_id, user_id, value) values ('${w.star}', :owner, 5)`,
    set: 'value = 1',
    seed: `insert into public.demand_votes (star_id, user_id, value) values ('${w.star}', :owner, 5)`,
  },
  'realness_votes (own)': {
    where: `star_id = '${w.star}' and user_id = :owner`,
    values: `(star_id, user_id, value) values ('${w.star}', :owner, 5)`,
    set: 'value = 1',
    seed: `insert into public.realness_votes (star_id, user_id, value) values ('${w.star}', :owner, 5)`,
  },
  'realness_votes (others)': {
    where: `star_id = '${w.star}' and user_id = :owner`,
    values: `(star_id, user_id, value) values ('${w.star}', :owner, 5)`,
    set: 'value = 1',
    seed: `insert into public.realness_votes (star_id, user_id, value) values ('${w.star}', :owner, 5)`,
  },
  'drama_votes (own)': {
    where: `star_id = '${w.star}' and user_id = :owner`,
    values: `(star_id, user_id, value) values ('${w.star}', :owner, 5)`,
    set: 'value = 1',
    seed: `insert into public.drama_votes (star_id, user_id, value) values ('${w.star}', :owner, 5)`,
  },
  'drama_votes (others)': {
    where: `star_id = '${w.star}' and user_id = :owner`,
    values: `(star_id, user_id, value) values ('${w.star}', :owner, 5)`,
    set: 'value = 1',
    seed: `insert into public.drama_votes (star_id, user_id, value) values ('${w.star}', :owner, 5)`,
  },
  'star_fans (own)': {
    where: `star_id = '${w.star}' and user_id = :owner`,
    values: `(star_id, user_id) values ('${w.star}', :owner)`,
    set: `star_id = '${w.star}'`,
    seed: `insert into public.star_fans (star_id, user_id) values ('${w.star}', :owner)`,
  },
  'star_fans (others)': {
    where: `star_id = '${w.star}' and user_id = :owner`,
    values: `(star_id, user_id) values ('${w.star}', :owner)`,
    set: `star_id = '${w.star}'`,
    seed: `insert into public.star_fans (star_id, user_id) values ('${w.star}', :owner)`,
  },
  'saved_posts (own)': {
    where: `post_id = '${w.discussion}' and user_id = :owner`,
    values: `(post_id, user_id) values ('${w.discussion}', :owner)`,
    set: `post_id = '${w.discussion}'`,
    seed: `insert into public.saved_posts (post_id, user_id) values ('${w.discussion}', :owner)`,
  },
  'saved_posts (others)': {
    where: `post_id = '${w.discussion}' and user_id = :owner`,
    values: `(post_id, user_id) values ('${w.discussion}', :owner)`,
    set: `post_id = '${w.discussion}'`,
    seed: `insert into public.saved_posts (post_id, user_id) values ('${w.discussion}', :owner)`,
  },
  'post_stickers (own)': {
    where: `post_id = '${w.discussion}' and user_id = :owner`,
    values: `(post_id, user_id, sticker) values ('${w.discussion}', :owner, 'tea')`,
    set: `sticker = 'rose'`,
    seed: `insert into public.post_stickers (post_id, user_id, sticker) values ('${w.discussion}', :owner, 'tea')`,
  },
  'post_stickers (others)': {
    where: `post_id = '${w.discussion}' and user_id = :owner`,
    values: `(post_id, user_id, sticker) values ('${w.discussion}', :owner, 'tea')`,
    set: `sticker = 'rose'`,
    seed: `insert into public.post_stickers (post_id, user_id, sticker) values ('${w.discussion}', :owner, 'tea')`,
  },
  'star_social_accounts (site)': {
    where: `id = '${w.socialAccount}'`,
    values: `(star_id, platform, handle, url) values ('${w.star}', 'x', 'mandy', 'https://x.com/mandy')`,
    set: 'followers = 2',
  },
  'star_social_followers (site)': {
    where: `account_id = '${w.socialAccount}'`,
    values: `(account_id, day, followers) values ('${w.socialAccount}', '2020-01-01', 1)`,
    set: 'followers = 1',
  },
  'broadcasters (site)': { where: `id = '${w.broadcaster}'`, values: "(name) values ('VOX')", set: "name = 'RTL II'" },
  'streaming_providers (site)': {
    where: `id = '${w.provider}'`,
    values: "(name) values ('Joyn')",
    set: "name = 'RTL plus'",
  },
  'formats (site)': { where: `id = '${w.format}'`, values: "(name) values ('Neues Format')", set: "emoji = '🏠'" },
  'formats (site, inactive)': {
    where: `id = '${w.inactiveFormat}'`,
    values: "(name) values ('Neues Format')",
    set: "emoji = '🏠'",
  },
  'format_slug_history (site)': {
    where: "old_slug = 'alt'",
    values: `(old_slug, format_id) values ('b', '${w.format}')`,
    set: "old_slug = 'c'",
    seed: `insert into public.format_slug_history values ('alt', '${w.format}')`,
  },
  'seasons (site)': {
    where: `id = '${w.season}'`,
    values: `(format_id, season_number) values ('${w.format}', 10)`,
    set: "title = 'Neu'",
  },
  'seasons (site, of an inactive format)': {
    where: `id = '${w.hiddenSeason}'`,
    values: `(format_id, season_number) values ('${w.inactiveFormat}', 2)`,
    set: "title = 'Neu'",
  },
  'season_participants (site)': {
    where: `season_id = '${w.season}'`,
    values: `(season_id, star_id) values ('${w.season}', '${w.inactiveStar}')`,
    set: "placement = 'Platz 2'",
  },
  'calendar_events (site)': {
    where: `id = '${w.event}'`,
    values: "(title, event_date) values ('Finale', '2026-12-01')",
    set: 'is_live = true',
  },
  'news (site)': { where: `id = '${w.news}'`, values: "(title) values ('Neues')", set: "excerpt = 'neu'" },
  'news (site, draft)': { where: `id = '${w.draft}'`, values: "(title) values ('Neues')", set: "excerpt = 'neu'" },
}
