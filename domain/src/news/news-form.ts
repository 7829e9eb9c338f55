import * as z from 'zod/mini'
import { pictureLicenses } from '../picture/credit.ts'
import { creditCheck } from '../picture/credit-form.ts'
import { postTagsMax } from '../post/limits.ts'
import { optionalLine, optionalText, optionalUrl, requiredLine } from '../text/entry-rules.ts'
import { berlinInstant, isDay } from '../time/berlin-time.ts'
import { newsSentences } from './refusals.ts'

/** Limits of the columns of `news`. */
export const newsLimits = { title: 200, excerpt: 500, body: 50_000, url: 500, alt: 300, credit: 200 } as const

/** When an item becomes public: not yet, at a time in Berlin, or now. `stays`: a published item stays as it is. */
const publications = ['draft', 'scheduled', 'now', 'stays'] as const
export type Publication = (typeof publications)[number]

/** The instant of a day and time in Berlin; null when one is invalid. */
export function scheduledAt({ day, time }: { day: string; time: string }): Date | null {
  return isDay(day) && /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? berlinInstant(day, time) : null
}

/** The form of the news editor. `now`: the clock by which a time is in the past. */
export const newsForm = (now: () => Date) =>
  z
    .object({
      title: requiredLine(newsLimits.title, newsSentences.title_missing),
      excerpt: optionalText(newsLimits.excerpt),
      body: optionalText(newsLimits.body),
      url: optionalUrl,
      /** What the picture shows. */
      alt: optionalLine(newsLimits.alt),
      /** Who made the picture. */
      credit: optionalLine(newsLimits.credit),
      /** Where it is from, and its licence. */
      creditSource: optionalUrl,
      license: z.enum(['', ...pictureLicenses]),
      /** Stars and formats it is about. */
      tags: z
        .array(z.object({ id: z.string(), name: z.string() }))
        .check(z.maxLength(postTagsMax, `Höchstens ${postTagsMax} Tags.`)),
      publication: z.enum(publications),
      day: z.string(),
      time: z.string(),
    })
    .check(
      creditCheck({ author: 'credit', source: 'creditSource', license: 'license' }),
      z.refine((news) => news.publication !== 'scheduled' || scheduledAt(news) !== null, {
        path: ['day'],
        error: 'Gib Tag und Uhrzeit an.',
      }),
      z.refine((news) => news.publication !== 'scheduled' || (scheduledAt(news) ?? now()) > now(), {
        path: ['day'],
        error: 'Das ist schon vorbei. Nimm einen späteren Zeitpunkt oder „Jetzt veröffentlichen“.',
      }),
    )
export type NewsFields = z.infer<ReturnType<typeof newsForm>>

/**
 * Tags by their ids, because others rename what they stand for; the time only where there is one. What was planned is online
 * once its time has come, without anybody's doing.
 */
export function storedNews(news: NewsFields, now: Date) {
  const isTimed = news.publication === 'scheduled' || news.publication === 'stays'
  const isOut = news.publication === 'scheduled' && (scheduledAt(news) ?? now) <= now
  return {
    tags: news.tags.map(({ id }) => id),
    publication: isOut ? ('stays' as const) : news.publication,
    day: isTimed ? news.day : null,
    time: isTimed ? news.time : null,
  }
}
