/**
 * Subjects about which nothing is published before a human has read it, whoever wrote it: what is said about them can
 * harm people for life, and operators answer for it. `private.sensitive_subjects()` finds them in texts.
 */
export const sensitiveSubjects = ['health', 'sexuality', 'crime', 'minors'] as const
export type SensitiveSubject = (typeof sensitiveSubjects)[number]

const labels: Record<SensitiveSubject, string> = {
  health: 'Gesundheit',
  sexuality: 'Sexualität',
  crime: 'Straftaten',
  minors: 'Minderjährige',
}

/** German names of subjects, such as "Gesundheit und Straftaten"; empty for none. */
export const subjectNames = (subjects: readonly SensitiveSubject[]): string =>
  new Intl.ListFormat('de-DE').format(subjects.map((subject) => labels[subject]))
