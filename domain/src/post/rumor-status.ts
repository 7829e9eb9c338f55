import type { RumorStatus } from '../contract/post.ts'

/** The word that stands wherever a rumor is shown: rumors are about real people. */
export const rumorStatusLabels: Readonly<Record<RumorStatus, string>> = {
  unverified: 'Unbestätigt',
  verified: 'Bestätigt',
  debunked: 'Widerlegt',
}
