import type { ReportReason } from './report-rules.ts'

/** Headings of the chapters of the community guidelines that content can violate. SQL: private.ground_title(). */
export const ruleTitles = {
  tone: '1. Der Ton',
  rumors: '2. Gerüchte',
  privacy: '3. Privates bleibt privat',
  content: '4. Was sonst nicht geht',
} as const

export type GuidelineRule = keyof typeof ruleTitles
export const guidelineRules = Object.keys(ruleTitles) as GuidelineRule[]

export const isGuidelineRule = (rule: string | undefined): rule is GuidelineRule =>
  rule !== undefined && rule in ruleTitles

/** Anchors of the chapters on /community-guidelines. */
export const ruleAnchors: Readonly<Record<GuidelineRule, string>> = {
  tone: 'ton',
  rumors: 'geruechte',
  privacy: 'privates',
  content: 'inhalte',
}

/** The chapter that each reason of a report belongs to. SQL: private.rule_of_report(). */
export const ruleOfReason: Record<ReportReason, GuidelineRule> = {
  illegal_content: 'content',
  insult: 'tone',
  false_claim: 'rumors',
  privacy: 'privacy',
  spam: 'content',
  spoiler: 'content',
  other: 'content',
}

/** Severities of a warning. */
export const severities = ['low', 'medium', 'high'] as const
export type Severity = (typeof severities)[number]

/** Number of warnings in `warningWindowDays` from which a ban is suggested to staff; bans are never automatic. */
export const warningsThatSuggestBan = 3
export const warningWindowDays = 90

/** Longest ban by a moderator, in days. */
export const moderatorBanDays = 30
/** Longest temporary ban by an admin, in days. */
export const longestBanDays = 3650
