/** Report reasons and their labels. SQL: `reports.reason`, private.report_reason_text(). */
export const reportReasonTexts = {
  illegal_content: 'Illegaler Inhalt',
  insult: 'Beleidigung/Hass',
  false_claim: 'Falschbehauptung über eine Person',
  privacy: 'Privatsphäre',
  spam: 'Spam',
  spoiler: 'Spoiler',
  other: 'Sonstiges',
} as const
export type ReportReason = keyof typeof reportReasonTexts
export const reportReasons = Object.keys(reportReasonTexts) as ReportReason[]

/** What can be reported. SQL: `reports.target_type`. */
export const reportTargets = ['post', 'comment', 'profile'] as const
export type ReportTargetType = (typeof reportTargets)[number]

/** Maximum lengths in characters of the text of a report, of an appeal, and of a guest's name. SQL has the same. */
export const reportDetailsMax = 2000
export const appealMessageMax = 2000
/** A note of the team about a case, and an answer to its question. */
export const caseNoteMax = 2000
export const caseQuestionMax = 1000
export const reporterNameMax = 100
