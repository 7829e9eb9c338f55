/** A comment and its replies: nickname and text. */
type DemoComment = readonly [
  author: string,
  text: string,
  replies?: readonly (readonly [author: string, text: string])[],
]

type DemoPost = {
  title: string
  content: string
  author: string
  /** Hours before the first start. */
  hoursAgo: number
  /** Stars by last name (or their only name), formats by slug. At most five. */
  tags: readonly string[]
  /** 0–1: how many members react and vote. */
  heat: number
  comments: readonly DemoComment[]
}

export type DemoRumor = DemoPost & {
  sourceUrl?: string
  /** The headline of the source. */
  sourceTitle?: string
  status?: 'verified' | 'debunked'
  reason?: string
  verificationSource?: string
  /** Share of votes for "Stimmt". */
  belief: number
}

export type DemoPoll = DemoPost & {
  /** Text and relative weight. */
  options: readonly (readonly [text: string, weight: number])[]
  /** Hours after the first start; negative: ended already; missing: no end. */
  endsInHours?: number
}

export type DemoDiscussion = DemoPost
