import type { AnyRouter } from '@tanstack/react-router'
import { record } from '#web/lib/analytics/analytics.ts'
import type { PageTags } from '../head/page-head.ts'

/** Per cent of a page; each is counted once, by a person who scrolls. */
const depths = [50, 90]

/** Counts how far the page that is shown now is read. */
function countScroll(): () => void {
  let missing = depths
  const look = () => {
    const page = document.documentElement
    const reached = ((window.scrollY + window.innerHeight) / page.scrollHeight) * 100
    for (const depth of missing) if (reached >= depth) record('scroll', { metadata: { depth } })
    missing = missing.filter((depth) => reached < depth)
    if (missing.length === 0) stop()
  }
  const stop = () => window.removeEventListener('scroll', look)
  window.addEventListener('scroll', look, { passive: true })
  return stop
}

/** What the loader of a page may hold: see the routes of stars, formats and posts. */
type Loaded = {
  head?: PageTags
  star?: { id: string }
  format?: { id: string }
  post?: { id: string; type: string }
}

const contentOf = (tags: PageTags | undefined, key: string, name: string) =>
  tags?.meta.find((tag) => tag[key] === name)?.content

/** Views of what has a page of its own, by its id; other pages count by their path. */
function countTarget(routeId: string, { star, format, post }: Loaded): void {
  if (routeId === '/stars/$starSlug' && star) record('star_view', { target: { type: 'star', id: star.id } })
  if (routeId === '/formate/$formatSlug/' && format)
    record('format_view', { target: { type: 'format', id: format.id } })
  if (routeId === '/trashtalk/$kind/$year/$month/$day/$slug' && post)
    record('post_view', { target: { type: 'post', id: post.id }, metadata: { post_type: post.type } })
}

/** Pages about one thing carry tags of their own for sharing; lists share the site's. */
function countTags({ head }: Loaded): void {
  const type = contentOf(head, 'property', 'og:type')
  if (typeof type !== 'string' || type === 'website' || contentOf(head, 'name', 'robots')) return
  record('meta_tag_view', { metadata: { type } })
}

/** The router of this document; the shell that starts counting has none at hand before the first page is painted. */
const routerOfPage = (): AnyRouter | undefined => window.__TSR_ROUTER__

/** Counts the page that is shown and those that follow: its path, its target, how long it took and how far it was read. */
export function countPages(): () => void {
  const router = routerOfPage()
  if (!router) return () => {}
  let stopScroll = () => {}
  let left: number | undefined
  const count = () => {
    stopScroll()
    record('page_view')
    const match = router.state.matches.at(-1)
    const loaded: Loaded = match?.loaderData ?? {}
    if (match) countTarget(match.routeId, loaded)
    countTags(loaded)
    stopScroll = countScroll()
  }
  const began = router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) left = performance.now()
  })
  const shown = router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
    if (!pathChanged || !fromLocation) return
    count()
    if (left === undefined) return
    record('custom_performance_metric', {
      metadata: { name: 'page_load', value: Math.round(performance.now() - left) },
    })
    left = undefined
  })
  count()
  return () => {
    stopScroll()
    began()
    shown()
  }
}
