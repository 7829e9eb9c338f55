/** Kinds of posts. SQL: `community_posts.type`. */
export const postTypes = ['rumor', 'poll', 'discussion'] as const
export type PostType = (typeof postTypes)[number]

/** What is known about a rumor. SQL: `post_rumors.rumor_status`. */
export const rumorStatuses = ['unverified', 'verified', 'debunked'] as const
export type RumorStatus = (typeof rumorStatuses)[number]

/** Labels of a rumor's status, which is shown with every rumor because rumors are about real people. */
export const rumorStatusLabels: Readonly<Record<RumorStatus, string>> = {
  unverified: 'Unbestätigt',
  verified: 'Bestätigt',
  debunked: 'Widerlegt',
}
