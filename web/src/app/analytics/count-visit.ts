import { vitalRating } from '@hot/domain/analytics/web-vitals-ratings'
import type { AnyRouter } from '@tanstack/react-router'
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import { record, seeViewer, startAnalytics } from '#web/lib/analytics/analytics.ts'
import { subscribeViewer } from '#web/lib/auth/viewer/viewer.ts'
import { consentLevel, subscribeConsent } from '#web/platform/storage/consent.ts'
import type { PageTags } from '../head/page-head.ts'

/** Follows who looks: staying and a finished profile are no event of their own. */
function countMembers(): () => void {
  seeViewer()
  return subscribeViewer(seeViewer)
}

/** Counts presses of what carries a `data-track`. */
function countClicks(): () => void {
  const count = ({ target }: MouseEvent) => {
    const name = target instanceof Element && target.closest<HTMLElement>('[data-track]')?.dataset.track
    if (name) record('click', { metadata: { name } })
  }
  document.addEventListener('click', count)
  return () => document.removeEventListener('click', count)
}

let running = false

/** Counts this visit for as long as full consent stands. Called again, it begins what is not running. */
export function countVisit(): void {
  if (running || consentLevel() !== 'full') return
  running = true
  // The vitals are told when the page is hidden, and must be heard of before what waits is sent.
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

/** Web vitals of this page load, once; what nobody may count any more is dropped by `record`. */
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

/** How long the document took until all of it was there. */
function countAppLoad(): void {
  const [navigation] = performance.getEntriesByType('navigation')
  const end = navigation instanceof PerformanceNavigationTiming ? navigation.loadEventEnd : 0
  if (end > 0) record('custom_performance_metric', { metadata: { name: 'app_load', value: Math.round(end) } })
}
