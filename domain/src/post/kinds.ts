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

/** What stands before the title of a rumor. */
export const titleMarks: Readonly<Record<RumorStatus, string>> = {
  unverified: 'Gerücht: ',
  verified: 'Bestätigt: ',
  debunked: 'Widerlegt: ',
}

/**
 * The title of a post wherever it leaves its page (title element, previews, structured data, feeds, shared text): there
 * no badge stands beside it, and a rumor without its mark reads as a fact about a real person. SQL: private.marked_title().
 */
export const markedTitle = ({ title, rumor }: { title: string; rumor: { status: RumorStatus } | null }): string =>
  rumor ? `${titleMarks[rumor.status]}${title}` : title
