type TableRequests = {
  writes?: readonly ('POST' | 'PATCH' | 'DELETE')[]
  patterns?: readonly string[]
  paths?: readonly string[]
  embeds?: readonly string[]
}

const read: TableRequests = {}
const written: TableRequests = { writes: ['POST', 'PATCH', 'DELETE'] }

/**
 * What may be asked of tables over REST, by the app, its shells and clients of the API, with every key (the operator's may also write where people only
 * read): anything else is
 * refused before it is parsed (docs/product/network.md). Columns and rows are the database's grants and policies
 * (docs/product/roles.md); functions are those that the caller may execute.
 *
 * `patterns`: columns that `like` and `ilike` may search. `paths`: values inside JSON. `embeds`: relations that come along.
 */
export const restTables: Readonly<Record<string, TableRequests>> = {
  admin_actions: { writes: ['POST'] },
  analytics_events: { writes: ['POST'], paths: ['metadata->>admin_action'] },
  app_settings: { writes: ['PATCH'] },
  appeals: { writes: ['POST', 'PATCH'] },
  archived_posts: read,
  broadcasters: written,
  calendar_events: written,
  comment_reactions: written,
  comment_reads: written,
  comments: written,
  community_posts: { ...written, patterns: ['title', 'content'] },
  demand_votes: written,
  drama_votes: written,
  format_slug_history: { embeds: ['formats'] },
  formats: { ...written, patterns: ['name', 'short_name', 'description'] },
  invite_redemptions: read,
  invites: written,
  karma_events: read,
  moderation_actions: read,
  news: written,
  notification_preferences: written,
  notifications: { writes: ['PATCH', 'DELETE'], embeds: ['public_profiles'] },
  poll_options: read,
  poll_votes: written,
  post_reactions: written,
  post_rumors: { writes: ['PATCH'] },
  post_stickers: written,
  post_tags: read,
  profile_slug_history: { embeds: ['public_profiles'] },
  profiles: { writes: ['PATCH'] },
  public_profiles: { patterns: ['nickname'] },
  push_devices: { writes: ['DELETE'] },
  realness_votes: written,
  reports: read,
  rumor_votes: written,
  saved_posts: written,
  season_participants: { ...written, embeds: ['stars'] },
  seasons: { ...written, embeds: ['season_participants'] },
  star_fans: written,
  star_scores: read,
  star_slug_history: { writes: ['POST', 'DELETE'], embeds: ['stars'] },
  star_social_accounts: written,
  star_social_followers: read,
  star_vote_means: read,
  stars: { ...written, patterns: ['first_name', 'last_name', 'nickname', 'slug'] },
  streaming_providers: written,
  user_sessions: { writes: ['POST', 'PATCH'] },
}
