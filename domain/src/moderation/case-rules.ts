import type { ReportReason } from './report-rules.ts'

/** Chapters of the community guidelines that can be violated → heading. SQL: private.rule_title(). */
export const ruleTitles = {
  tone: '1. Der Ton',
  rumors: '2. Gerüchte',
  privacy: '3. Privates bleibt privat',
  content: '4. Was sonst nicht geht',
} as const

export type GuidelineRule = keyof typeof ruleTitles
export const guidelineRules = Object.keys(ruleTitles) as GuidelineRule[]

/** Anchor of a chapter on /community-guidelines. */
export const ruleAnchors: Readonly<Record<GuidelineRule, string>> = {
  tone: 'ton',
  rumors: 'geruechte',
  privacy: 'privates',
  content: 'inhalte',
}

/** The chapter of the guidelines a reported reason is about. SQL: private.rule_of_report(). */
export const ruleOfReason: Record<ReportReason, GuidelineRule> = {
  illegal_content: 'content',
  insult: 'tone',
  false_claim: 'rumors',
  privacy: 'privacy',
  spam: 'content',
  spoiler: 'content',
  other: 'content',
}

/** From three warnings in 90 days on, a ban is suggested to the team; bans are never automatic. */
export const warningsThatSuggestBan = 3
export const warningWindowDays = 90

/** Longer bans are for admins only. The second value is the longest temporary ban, in days. */
export const moderatorBanDays = 30
export const longestBanDays = 3650
