import { z } from 'zod'
import { legalFieldNames } from '../settings/legal-fields.ts'
import { calendarEvent } from './event.ts'
import { formatCard } from './format.ts'
import { newsItem } from './news.ts'
import { id, instant } from './parts.ts'
import { postCard } from './post.ts'
import { starCard, starVotesWaiting } from './star.ts'

/** `home_page()`: everything the start page shows, in one request. */
export const homePage = z.strictObject({
  /** From 05:00 today to 05:00 tomorrow in Berlin. */
  today: z.array(calendarEvent),
  /** Five formats: those with a next episode first, then by participants. */
  trending: z.array(formatCard),
  top_stars: z.array(starCard),
  waiting: starVotesWaiting.nullable(),
  /** The hottest rumor of the last seven days, or else the latest. */
  lead: postCard.nullable(),
  /** The latest post of each type, except the lead. */
  rumor: postCard.nullable(),
  poll: postCard.nullable(),
  discussion: postCard.nullable(),
  poll_of_day: postCard.nullable(),
  news: z.array(newsItem),
})
export type HomePage = z.infer<typeof homePage>

/** `shell_data()`: data in the footer of all pages. */
export const shellData = z.strictObject({
  providers: z.array(z.strictObject({ id, name: z.string(), color: z.string(), website_url: z.string().nullable() })),
})
export type ShellData = z.infer<typeof shellData>

/** `site_texts()`: rules and operator's data that this installation has written itself; null: those that come with HoT, or of `SITE_*`. */
export const siteTexts = z.strictObject({
  /** Markup of articles (`parseArticle`). */
  guidelines: z.string().nullable(),
  /** The statement on accessibility, likewise. */
  accessibility: z.string().nullable(),
  operator: z.partialRecord(z.enum(legalFieldNames), z.string()).nullable(),
  /** Whether the contact form reaches somebody: mails leave, and there is an address for them. */
  contact: z.boolean(),
  /** Host of the operator's classifier, which reads posts; null: there is none. */
  classifier: z.string().nullable(),
})
export type SiteTexts = z.infer<typeof siteTexts>

/** State of the installation (`GET /_house.json`, staff only). */
export const installationState = z.strictObject({
  /** Which program runs; absent: one before 1.1, which an app may meet. */
  build: z.strictObject({ version: z.string(), commit: z.string() }).optional(),
  /** Whether mails are delivered; otherwise they are collected in the local mailbox. */
  mails: z.boolean(),
  /**
   * `supabase`: the project makes its own backups; `server`: this server does, by its schedule; `operator`: a script.
   * `at`: when the last one was complete; null: never. `since`: from when on the server has counted the hours to its first one.
   */
  backups: z.discriminatedUnion('by', [
    z.strictObject({ by: z.literal('server'), at: instant.nullable(), since: instant, everyHours: z.number() }),
    z.strictObject({ by: z.enum(['operator', 'supabase']), at: instant.nullable() }),
  ]),
  /** The copy of backups on another machine; absent: none is meant to be. `at`: when the last one arrived; null: never. */
  copy: z.strictObject({ at: instant.nullable(), isMissing: z.boolean() }).optional(),
  /** How the last rehearsal of a restore went; null: there was none yet; absent: there are none. */
  rehearsal: z
    .strictObject({
      at: instant,
      seconds: z.number(),
      result: z.enum(['ok', 'failed', 'skipped']),
      /** null: a fresh copy, because the files are encrypted; absent: it did not come that far. */
      file: z.string().nullable().optional(),
      backupAt: instant.optional(),
      problem: z.string().optional(),
      lastGoodAt: instant.nullable(),
    })
    .nullable()
    .optional(),
  /** What `npm run doctor` finds, errors first, with what to do; for admins only. */
  findings: z
    .array(
      z.strictObject({
        name: z.string(),
        severity: z.enum(['error', 'warn']),
        finding: z.string(),
        remedy: z.string(),
      }),
    )
    .optional(),
})
export type InstallationState = z.infer<typeof installationState>

/** Days after which staff are warned that the last backup is old. */
export const backupOldAfterDays = 7
