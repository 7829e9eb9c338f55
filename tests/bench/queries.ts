/** The database queries of pages, with sample arguments that exist in both sets. Ids are those of `data-set/`. */
const id = (kind: number, n: number) => `${kind}0000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`

export type Query = { rpc: string; args: Readonly<Record<string, unknown>>; as: 'guest' | 'member' }

/** Member 1: 500 posts, 300 rated stars and 3,000 notifications in both sets. */
export const member = id(6, 1)
const guest = (rpc: string, args: Record<string, unknown> = {}): Query => ({ rpc, args, as: 'guest' })
const own = (rpc: string, args: Record<string, unknown> = {}): Query => ({ rpc, args, as: 'member' })

/** `discussion` has 5,000 comments, `post` is an ordinary new one with its Berlin day and slug. */
export type Samples = { discussion: string; comment: string; posts: string[]; day: string; slug: string; type: string }

export function queries({ discussion, comment, posts, day, slug, type }: Samples): Query[] {
  const from = new Date().toISOString().slice(0, 10)
  const to = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  return [
    ...['home_page', 'shell_data', 'trashtalk_page', 'stars_page', 'formats_page', 'charts_page'].map((rpc) =>
      guest(rpc),
    ),
    ...['chart_stars', 'chart_formats', 'chart_social', 'chart_karma', 'chart_opinion_makers', 'popular_content'].map(
      (rpc) => guest(rpc),
    ),
    guest('stars_page', { p_sort: 'name', p_letter: 'M' }),
    guest('stars_page', { p_sort: 'hot', p_query: 'mandy sender' }),
    guest('star_page', { p_slug: 'star-1' }),
    guest('format_page', { p_slug: 'format-1' }),
    guest('season_page', { p_format: 'format-1', p_season: 'staffel-1' }),
    guest('calendar_page', { p_from: from, p_to: to }),
    guest('posts_page', { p_sort: 'new' }),
    guest('posts_page', { p_sort: 'new', p_type: 'poll' }),
    guest('posts_page', { p_sort: 'active' }),
    guest('posts_page', { p_sort: 'active', p_tag: 'format-1' }),
    guest('posts_aside', { p_tag: id(1, 1) }),
    guest('posts_feed', { p_type: 'rumor' }),
    guest('posts_page', { p_sort: 'hot', p_type: 'rumor' }),
    guest('posts_page', { p_sort: 'top', p_window: 'all' }),
    guest('posts_page', { p_sort: 'top', p_window: '7' }),
    guest('posts_page', { p_sort: 'top', p_window: '30', p_type: 'poll' }),
    guest('posts_page', { p_sort: 'hot', p_tag: 'star-1' }),
    guest('posts_page', { p_sort: 'new', p_tag: 'format-1' }),
    guest('post_live', { p_id: posts[0] }),
    guest('post_page', { p_type: type, p_day: day, p_slug: slug }),
    guest('comments_page', { p_post_id: discussion, p_sort: 'best' }),
    guest('comments_page', { p_post_id: discussion, p_sort: 'new' }),
    guest('comment_thread', { p_comment_id: comment }),
    guest('search_all', { p_query: 'Gerücht' }),
    guest('search_all', { p_query: 'mandy dschungel finale' }),
    guest('search_all', { p_query: 'zz' }),
    guest('search_all', { p_query: 'mnady sneder' }),
    guest('search_page', { p_query: 'Gerücht' }),
    guest('search_page', { p_query: 'mandy sender' }),
    guest('search_page', { p_query: 'mnady sneder' }),
    guest('tag_search', { p_query: 'man' }),
    guest('profile_page', { p_slug: 'm-000001' }),
    guest('profile_posts', { p_profile_id: member }),
    guest('profile_comments', { p_profile_id: member }),
    guest('profile_fan_of', { p_profile_id: member }),
    own('posts_page', { p_sort: 'hot' }),
    own('post_page', { p_type: type, p_day: day, p_slug: slug }),
    own('comments_page', { p_post_id: discussion }),
    own('account_page'),
    own('account_stars'),
    own('account_saved'),
    own('own_posts'),
    own('own_comments'),
    own('own_post', { p_id: posts[0] }),
    own('viewer_posts', { p_ids: posts }),
    own('viewer_comments', { p_post_id: discussion }),
    own('viewer_star', { p_star_id: id(1, 1) }),
    own('viewer_fans', { p_ids: [id(1, 1), id(1, 2)] }),
    own('voting_page'),
    own('notifications_page'),
    own('notifications_page', { p_unread: true, p_limit: 8 }),
    own('get_unread_notification_count', { user_uuid: member }),
    own('karma_page'),
    own('mention_suggestions', { p_post_id: discussion, p_query: 'm_' }),
  ]
}
