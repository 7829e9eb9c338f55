/** Limits of posts and comments; lengths in characters (code points), as the database counts them. */
export const postTitleMin = 8
export const postTitleMax = 140
export const postContentMax = 5000
export const postTagsMax = 5
export const postSourceUrlMax = 500
export const pollOptionsMin = 2
export const pollOptionsMax = 8
export const pollOptionMax = 80
export const commentMax = 2000
/** How long members can edit a comment; afterwards they can only delete it. */
export const commentEditMinutes = 15

/** Whether the author may still edit a comment. Both instants in epoch milliseconds. */
export function canEditComment(createdAt: number, now: number): boolean {
  return now - createdAt < commentEditMinutes * 60_000
}
