/**
 * Subjects about which nothing is published before a human has read it, whoever wrote it: what is said about them can
 * harm people for life, and operators answer for it. `private.sensitive_subjects()` finds them in texts.
 */
export const sensitiveSubjects = ['health', 'sexuality', 'crime', 'minors'] as const
export type SensitiveSubject = (typeof sensitiveSubjects)[number]

/** What a rumor can be about, in the order in which its author is asked. */
export const rumorSubjects = ['show', 'relationship', 'work', ...sensitiveSubjects] as const
export type RumorSubject = (typeof rumorSubjects)[number]

/** Whether rumors about this wait for a human and need a source; as `private.is_sensitive()`. */
export const isSensitive = (subject: string | null): subject is SensitiveSubject =>
  sensitiveSubjects.some((sensitive) => sensitive === subject)

const labels: Record<RumorSubject, string> = {
  show: 'Show',
  relationship: 'Beziehung',
  work: 'Job und Geld',
  health: 'Gesundheit',
  sexuality: 'Sexualität',
  crime: 'Straftaten',
  minors: 'Minderjährige',
}

/** The German name of a subject. */
export const subjectName = (subject: RumorSubject): string => labels[subject]

/** German names of subjects, such as "Gesundheit und Straftaten"; empty for none. */
export const subjectNames = (subjects: readonly SensitiveSubject[]): string =>
  new Intl.ListFormat('de-DE').format(subjects.map((subject) => labels[subject]))
