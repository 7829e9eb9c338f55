/** Everything that is counted (docs/product/analytics.md). */
export const analyticsEventTypes = [
  'session_start',
  'session_end',
  'page_view',
  'click',
  'scroll',
  'format_view',
  'star_view',
  'post_view',
  'meta_tag_view',
  'performance_metric',
  'custom_performance_metric',
  'user_login',
  'user_logout',
  'user_register',
  'post_create',
  'comment_create',
  'vote_cast',
  'fan_add',
  'fan_remove',
  'social_share',
  'suspicious_registration',
] as const
export type AnalyticsEventType = (typeof analyticsEventTypes)[number]

/** What guests may send, without a user id; members send all types. */
export const guestEventTypes: readonly AnalyticsEventType[] = [
  'page_view',
  'click',
  'scroll',
  'session_start',
  'session_end',
  'format_view',
  'star_view',
  'post_view',
  'meta_tag_view',
  'performance_metric',
  'custom_performance_metric',
]

export const mayGuestsSend = (type: AnalyticsEventType): boolean => guestEventTypes.includes(type)

type Nothing = Record<string, never>

/**
 * What each type says beside who, when, where and which target. Never an address's query, a text somebody wrote, or an
 * e-mail address.
 */
type EventMetadata = {
  session_start: { user_agent: string; screen_resolution: string; timezone: string }
  session_end: { session_duration_ms: number; page_views: number; actions_count: number }
  page_view: Nothing
  /** `name`: the element's `data-track`. */
  click: { name: string }
  /** Per cent of the page that was reached. */
  scroll: { depth: number }
  format_view: Nothing
  star_view: Nothing
  post_view: { post_type: string }
  /** A page was shown that carries tags for sharing; `type` is its og:type. */
  meta_tag_view: { type: string }
  performance_metric: { name: string; value: number; rating: 'good' | 'needs-improvement' | 'poor' }
  custom_performance_metric: { name: string; value: number } | ServiceEvent
  user_login: Nothing
  user_logout: Nothing
  user_register: Nothing
  post_create: { post_type: string; post_id: string }
  comment_create: { post_id: string }
  vote_cast: { vote_type: string; vote_value: string }
  fan_add: Nothing
  fan_remove: Nothing
  social_share: { platform: string; content_type: string; share_source: string }
  /** Written by the server only. */
  suspicious_registration: { email_domain?: string; provider?: string; provider_hash?: string; reason: string }
}

/** Conversions and steps of the funnel, as the event that reports each. */
export type ServiceEvent =
  | { conversion_event: string; [detail: string]: string | number | boolean }
  | { funnel_step: string; [detail: string]: string | number | boolean }

export type TargetType = 'star' | 'format' | 'post' | 'comment'
export type EventTarget = { type: TargetType; id: string }

/** What a call site says: nothing where the type has no metadata, else the metadata and what it is about. */
export type EventDetails<Type extends AnalyticsEventType> = EventMetadata[Type] extends Nothing
  ? [details?: { target?: EventTarget }]
  : [details: { target?: EventTarget; metadata: EventMetadata[Type] }]

/** A row of `analytics_events` as the client makes it; `id` and `created_at` stay the same when it is sent again. */
export type AnalyticsEvent = {
  id: string
  event_type: AnalyticsEventType
  user_id: string | null
  session_id: string
  page_path: string
  target_type: TargetType | null
  target_id: string | null
  metadata: Readonly<Record<string, string | number | boolean | null>>
  /** ISO 8601. */
  created_at: string
}

/**
 * The path of an event: without hash and query, cut to the first two segments. Takes a path or an address; what an
 * address says about its host is left out.
 */
export function analyticsPath(pathOrUrl: string): string {
  const path = pathOrUrl.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '')
  return `/${path.split('/').filter(Boolean).slice(0, 2).join('/')}`
}

/** So many events are sent together … */
export const analyticsBatchSize = 25
/** … or what there is, after so many milliseconds without a further one. */
export const analyticsIdleMs = 5000
/** Days that a summary covers. */
export const analyticsSummaryDays = 30

/** What waits while there is no network; the oldest beyond it are given up. */
export const analyticsQueueLimit = 200
/** Browsers refuse requests that outlive the page when their bodies exceed 64 KiB in sum (Fetch standard, keepalive). */
export const analyticsBodyBytes = 60_000
/** After so long without an event the next one begins a new session. */
export const sessionIdleMs = 30 * 60_000
