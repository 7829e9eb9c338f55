/** Ours: the longest reason of a decision, in characters; the database refuses longer ones. */
export const moderationReasonMax = 2000
