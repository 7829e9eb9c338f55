import type { AdminNewsItem, NewsState } from '@hot/domain/contract/admin/news'
import { berlinDay, berlinInstant, berlinTime, isDay } from '@hot/domain/time/berlin-time'

/** When news becomes public: never, now, or at a time on the clock of Berlin. `stays` keeps what is online as it is. */
export type Publication = 'draft' | 'now' | 'scheduled' | 'stays'

/** What is typed into the editor. */
export type NewsFields = {
  title: string
  excerpt: string
  body: string
  url: string
  publication: Publication
  day: string
  time: string
}

const publicationOf: Readonly<Record<NewsState, Publication>> = {
  draft: 'draft',
  scheduled: 'scheduled',
  online: 'stays',
}

export const newsFields = (item: AdminNewsItem | null, now: Date): NewsFields => ({
  title: item?.title ?? '',
  excerpt: item?.excerpt ?? '',
  body: item?.body ?? '',
  url: item?.url ?? '',
  publication: item ? publicationOf[item.state] : 'draft',
  day: berlinDay(item?.published_at ?? now),
  time: berlinTime(item?.published_at ?? now).slice(0, 5),
})

type NewsMistakes = { title?: string; url?: string; when?: string }

/** What is wrong, as German sentences by field; empty when it may be sent. */
export function newsMistakes(fields: NewsFields, now: Date): NewsMistakes {
  const mistakes: NewsMistakes = {}
  if (fields.title.trim() === '') mistakes.title = 'Ohne Titel geht es nicht.'
  if (fields.url.trim() !== '' && !/^https?:\/\/\S+$/.test(fields.url.trim()))
    mistakes.url = 'Das ist keine Web-Adresse. Sie beginnt mit https:// oder http://.'
  if (fields.publication !== 'scheduled') return mistakes
  const at = scheduledAt(fields)
  if (!at) mistakes.when = 'Gib Tag und Uhrzeit an.'
  else if (at <= now)
    mistakes.when = 'Das ist schon vorbei. Nimm einen späteren Zeitpunkt oder „Jetzt veröffentlichen“.'
  return mistakes
}

/** The instant of day and time in Berlin; null when they make none. */
export function scheduledAt({ day, time }: Pick<NewsFields, 'day' | 'time'>): Date | null {
  return isDay(day) && /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? berlinInstant(day, time) : null
}

/** From when on it is public; null for a draft, and where `admin_save_news` is asked to publish it now. */
export function publishedAt(fields: NewsFields, item: AdminNewsItem | null): string | null {
  const scheduled = fields.publication === 'scheduled' ? scheduledAt(fields) : null
  const stored = fields.publication === 'stays' ? (item?.published_at ?? null) : null
  return scheduled?.toISOString() ?? stored
}
