import type { AdminNewsItem, AdminNewsRow, NewsState, SavedNews } from '@hot/domain/contract/admin/news'
import { type NewsFields, type Publication, scheduledAt } from '@hot/domain/news/news-form'
import { licenseOf } from '@hot/domain/picture/credit'
import { postTitleMax } from '@hot/domain/post/limits'
import { searchQueryMax } from '@hot/domain/search/limits'
import { firstCharacters } from '@hot/domain/text/sanitize-text'
import { berlinDay, berlinTime } from '@hot/domain/time/berlin-time'
import { choiceParam, patternParam, termParam, uuidPattern } from '@hot/domain/url/search-param'
import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { deleteSitePicture, pictureRefusals, uploadSitePicture } from '#web/lib/uploads/upload-picture.ts'
import type { FieldTexts } from '../kit/conflict/use-conflict.ts'
import { editedTagsOf } from '../kit/edit-tags.tsx'
import { listQuery } from '../kit/list.tsx'

export const newsStateTexts = { draft: 'Entwurf', scheduled: 'Geplant', online: 'Online' } as const
/** States by URL word. */
export const newsStates = { entwurf: 'draft', geplant: 'scheduled', online: 'online' } as const
export const newsStateKeys = ['entwurf', 'geplant', 'online'] as const

export type NewsSearch = {
  q?: string | undefined
  zustand?: keyof typeof newsStates | undefined
  /** The news in the editor: an id, or `neu`. */
  offen?: string | undefined
}

/** Filters and the open item of /admin/news from the URL. */
export const readNewsSearch = (given: Record<string, unknown>): NewsSearch => ({
  q: termParam(given.q, searchQueryMax),
  zustand: choiceParam(given.zustand, newsStateKeys),
  offen: choiceParam(given.offen, ['neu'] as const) ?? patternParam(given.offen, uuidPattern),
})

/** Drafts, what is scheduled, then what is online, latest first. */
export const adminNewsQuery = ({ q, zustand }: NewsSearch) =>
  listQuery(['admin', 'news', 'list', { q, zustand }], 'admin_news_page', {
    p_state: zustand && newsStates[zustand],
    p_query: q,
  })

/** What stands stored now; null if it is gone. */
export const readNews = (id: string) => rpc('admin_news_item', { p_id: id })

/** One news item with its text; null if there is none. Not cached once the form is closed, which would be filled from an old one. */
export const adminNewsItemQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'news', 'one', id],
    queryFn: ({ signal }) => rpc('admin_news_item', { p_id: id }, signal),
    staleTime: 0,
    gcTime: 0,
    meta: { personal: true },
  })

/** Refusals of what staff do with news. */
export const newsFailures = {
  ...pictureRefusals,
  '42501': 'Das darfst du nicht mehr. Lade die Seite neu.',
}

const publicationOf: Readonly<Record<NewsState, Publication>> = {
  draft: 'draft',
  scheduled: 'scheduled',
  online: 'stays',
}

const publicationTexts: Readonly<Record<Publication, string>> = {
  draft: 'Entwurf',
  scheduled: 'Geplant',
  now: 'Jetzt veröffentlichen',
  stays: 'Online',
}

/** How the fields of news are called in a conflict. */
export const newsTexts: FieldTexts<NewsFields> = {
  title: 'Titel',
  excerpt: 'Anriss',
  body: 'Text',
  url: 'Link zur Quelle',
  alt: 'Was das Bild zeigt',
  credit: 'Wer das Bild gemacht hat',
  creditSource: 'Quelle des Bildes',
  license: ['Lizenz des Bildes', (license) => licenseOf(license)?.name ?? ''],
  tags: 'Tags',
  publication: ['Veröffentlichung', (publication) => publicationTexts[publication]],
  day: 'Tag',
  time: 'Uhrzeit',
}

export const newsFields = (item: AdminNewsItem | null, now: Date): NewsFields => ({
  title: item?.title ?? '',
  excerpt: item?.excerpt ?? '',
  body: item?.body ?? '',
  url: item?.url ?? '',
  alt: item?.image_alt ?? '',
  credit: item?.image_credit ?? '',
  creditSource: item?.image_source ?? '',
  license: item?.image_license ?? '',
  tags: editedTagsOf(item?.tag_refs ?? []),
  publication: item ? publicationOf[item.state] : 'draft',
  day: berlinDay(item?.published_at ?? now),
  time: berlinTime(item?.published_at ?? now).slice(0, 5),
})

/** When it becomes public; null for a draft, and when `admin_save_news` is to publish it now. */
export function publishedAt(fields: NewsFields, item: AdminNewsItem | null): string | null {
  const scheduled = fields.publication === 'scheduled' ? scheduledAt(fields) : null
  const stored = fields.publication === 'stays' ? (item?.published_at ?? null) : null
  return scheduled?.toISOString() ?? stored
}

/** What saving does to the picture. `preview` is a local object URL. */
export type NewsPicture = { state: 'unchanged' } | { state: 'removed' } | { state: 'new'; blob: Blob; preview: string }

/** Stores news; uploads a new picture first and deletes the replaced one afterwards. Throws DataError or StorageError. */
export async function saveNews(
  item: AdminNewsItem | null,
  fields: NewsFields,
  picture: NewsPicture,
): Promise<SavedNews> {
  const former = item?.image_url ?? null
  const address = picture.state === 'new' ? await uploadSitePicture('news', picture.blob, () => {}) : null
  try {
    const saved = await rpc('admin_save_news', {
      p_id: item?.id ?? null,
      p_seen: item?.updated_at ?? null,
      p_values: {
        title: fields.title,
        excerpt: fields.excerpt,
        body: fields.body,
        url: fields.url,
        image_alt: fields.alt,
        image_credit: fields.credit,
        image_source: fields.creditSource,
        image_license: fields.license,
        tags: fields.tags.map(({ id }) => id),
        image_url: picture.state === 'unchanged' ? former : address,
        published_at: publishedAt(fields, item),
      },
      p_publish_now: fields.publication === 'now',
    })
    if (picture.state !== 'unchanged') await deleteSitePicture(former)
    return saved
  } catch (failure) {
    await deleteSitePicture(address)
    throw failure
  }
}

/** Deletes news; its picture stays as long as it lies in the bin. Throws DataError. */
export async function deleteNews({ id }: Pick<AdminNewsItem, 'id'>): Promise<void> {
  await rpc('admin_delete_news', { p_id: id })
}

/** Opens a discussion in Trashtalk about an article and leads from the article there. Throws DataError. */
export async function openDiscussion(item: AdminNewsRow, address: string): Promise<void> {
  const post = crypto.randomUUID()
  await rpc('create_post', {
    p_id: post,
    p_type: 'discussion',
    p_title: firstCharacters(item.title, postTitleMax),
    p_content: [item.excerpt, address].filter(Boolean).join('\n\n'),
    p_tags: item.tags,
  })
  await rpc('admin_set_discussion', { p_id: item.id, p_post: post })
}

/** The article leads nowhere any more; the discussion stays. Throws DataError. */
export const closeDiscussion = ({ id }: Pick<AdminNewsRow, 'id'>): Promise<unknown> =>
  rpc('admin_set_discussion', { p_id: id, p_post: null })
