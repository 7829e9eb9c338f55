/** Kinds of posts. SQL: `posts.type`. */
export const postTypes = ['rumor', 'poll', 'discussion'] as const
export type PostType = (typeof postTypes)[number]

/** What is known about a rumor. SQL: `post_rumors.rumor_status`. */
export const rumorStatuses = ['unverified', 'verified', 'debunked'] as const
export type RumorStatus = (typeof rumorStatuses)[number]
