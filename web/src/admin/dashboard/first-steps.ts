import type { AdminFigures } from '@hot/domain/contract/admin/staff'
import { calendarPath, createFormatPath, createStarPath, textsPath } from '../paths.ts'

type Step = { title: string; text: string; path: string; isDone: (figures: AdminFigures) => boolean }

/** What every page of a new site needs before others come, in the order in which one leads to the next. */
const steps: readonly Step[] = [
  {
    title: 'Erstes Format anlegen',
    text: 'Staffeln und Termine hängen daran. Viele auf einmal nimmt der Import.',
    path: createFormatPath,
    isDone: ({ total_formats }) => total_formats > 0,
  },
  {
    title: 'Ersten Star anlegen',
    text: 'Über Stars wird abgestimmt, und Beiträge werden mit ihnen getaggt.',
    path: createStarPath,
    isDone: ({ total_stars }) => total_stars > 0,
  },
  {
    title: 'Ersten Sendetermin eintragen',
    text: 'Dann steht auf der Startseite, was läuft.',
    path: calendarPath,
    isDone: ({ total_events }) => total_events > 0,
  },
  {
    title: 'Ersten Beitrag schreiben',
    text: 'Ein Gerücht, eine Umfrage oder eine Diskussion, damit die Ersten etwas zum Mitreden finden.',
    path: '/trashtalk/erstellen',
    isDone: ({ total_posts }) => total_posts > 0,
  },
  {
    title: 'Die Ersten einladen',
    text: 'Noch bist du hier allein.',
    path: '/admin/invites',
    isDone: ({ total_users }) => total_users > 1,
  },
]

/** Before all others: nobody can register on a public site that does not say who runs it. */
const legalStep: Step = {
  title: 'Impressum vervollständigen',
  text: 'Vorher kann sich auf einer öffentlichen Seite niemand registrieren.',
  path: textsPath,
  isDone: () => false,
}

/** The steps that the site's figures do not show as done, and that of the legal notice, if it lacks something. */
export const stepsLeft = (figures: AdminFigures, lacksLegal: boolean): Step[] => [
  ...(lacksLegal ? [legalStep] : []),
  ...steps.filter(({ isDone }) => !isDone(figures)),
]
