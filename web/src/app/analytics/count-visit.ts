import { vitalRating } from '@hot/domain/analytics/web-vitals-ratings'
import type { AnyRouter } from '@tanstack/react-router'
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import { record, seeViewer, startAnalytics } from '#web/lib/analytics/analytics.ts'
import { subscribeViewer } from '#web/lib/auth/viewer/viewer.ts'
import { consentLevel, subscribeConsent } from '#web/platform/storage/consent.ts'
import type { PageTags } from '../head/page-head.ts'

/** Follows the viewer: retention and a completed profile have no events of their own. */
function countMembers(): () => void {
  seeViewer()
  return subscribeViewer(seeViewer)
}

/** Counts presses of elements with `data-track`. */
function countClicks(): () => void {
  const count = ({ target }: MouseEvent) => {
    const name = target instanceof Element && target.closest<HTMLElement>('[data-track]')?.dataset.track
    if (name) record('click', { metadata: { name } })
  }
  document.addEventListener('click', count)
  return () => document.removeEventListener('click', count)
}

let running = false

/** Counts this visit while there is full consent. Safe to call again. */
export function countVisit(): void {
  if (running || consentLevel() !== 'full') return
  running = true
  // Vitals are reported when the page is hidden, and must be recorded before the queue is sent.
  countVitals()
  startAnalytics()
  const stops = [countPages(), countMembers(), countClicks()]
  const stopFollowing = subscribeConsent(() => {
    if (consentLevel() === 'full') return
    running = false
    stopFollowing()
    for (const stop of stops) stop()
  })
}

/** Scroll depths in per cent; each is counted once per page, if the person scrolls. */
const depths = [50, 90]

/** Counts scroll depths of the current page. */
function countScroll(): () => void {
  let missing = depths
  const checkDepths = () => {
    const page = document.documentElement
    const reached = ((window.scrollY + window.innerHeight) / page.scrollHeight) * 100
    for (const depth of missing) if (reached >= depth) record('scroll', { metadata: { depth } })
    missing = missing.filter((depth) => reached < depth)
    if (missing.length === 0) stop()
  }
  const stop = () => window.removeEventListener('scroll', checkDepths)
  window.addEventListener('scroll', checkDepths, { passive: true })
  return stop
}

/** Possible loader data of a page: see the routes of stars, formats and posts. */
type Loaded = {
  head?: PageTags
  star?: { id: string }
  format?: { id: string }
  post?: { id: string; type: string }
}

const contentOf = (tags: PageTags | undefined, key: string, name: string) =>
  tags?.meta.find((tag) => tag[key] === name)?.content

/** Counts views of entities by id; other pages count by path. */
function countTarget(routeId: string, { star, format, post }: Loaded): void {
  if (routeId === '/stars/$starSlug' && star) record('star_view', { target: { type: 'star', id: star.id } })
  if (routeId === '/formate/$formatSlug/' && format)
    record('format_view', { target: { type: 'format', id: format.id } })
  if (routeId === '/trashtalk/$kind/$year/$month/$day/$slug' && post)
    record('post_view', { target: { type: 'post', id: post.id }, metadata: { post_type: post.type } })
}

/** Counts tags of entity pages; lists use the site's tags. */
function countTags({ head }: Loaded): void {
  const type = contentOf(head, 'property', 'og:type')
  if (typeof type !== 'string' || type === 'website' || contentOf(head, 'name', 'robots')) return
  record('meta_tag_view', { metadata: { type } })
}

/** The router of this document; code that starts counting has no reference to it. */
const routerOfPage = (): AnyRouter | undefined => window.__TSR_ROUTER__

/** Counts this and following pages: path, target, load time and scroll depth. */
function countPages(): () => void {
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

let counting = false

/** Web vitals of this page load, once; `record` drops them if consent was withdrawn. */
function countVitals(): void {
  if (counting) return
  counting = true
  for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) observe(count)
  countAppLoad()
}

function count({ name, value }: Metric): void {
  // Layout shift has no unit and is small; the others are milliseconds.
  const rounded = name === 'CLS' ? Math.round(value * 10_000) / 10_000 : Math.round(value)
  record('performance_metric', { metadata: { name, value: rounded, rating: vitalRating(name, value) } })
}

/** Load time of the document. */
function countAppLoad(): void {
  const [navigation] = performance.getEntriesByType('navigation')
  const end = navigation instanceof PerformanceNavigationTiming ? navigation.loadEventEnd : 0
  if (end > 0) record('custom_performance_metric', { metadata: { name: 'app_load', value: Math.round(end) } })
}
