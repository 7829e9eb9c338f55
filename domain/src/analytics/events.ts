/** Every event type that is recorded (docs/product/analytics.md). */
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

/** The types that guests may send, without a user id. Members may send all types. */
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
 * Metadata of each type, in addition to user, time, path and target. Never the query of a URL, user-written text or an
 * e-mail address.
 */
type EventMetadata = {
  /** `source`: of `sourceOf`, where the person was asked for it. */
  session_start: { user_agent: string; screen_resolution: string; timezone: string; source?: string }
  session_end: { session_duration_ms: number; page_views: number; actions_count: number }
  page_view: Nothing
  /** `name`: the element's `data-track`. */
  click: { name: string }
  /** Scroll depth in per cent of the page. */
  scroll: { depth: number }
  format_view: Nothing
  star_view: Nothing
  post_view: { post_type: string }
  /** A page with sharing tags was shown; `type` is its og:type. */
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
  /** Written by the database when an account is created. */
  suspicious_registration: { email_domain?: string; provider?: string; provider_hash?: string; reason: string }
}

/** Metadata of events that report a conversion or a funnel step. */
export type ServiceEvent =
  | { conversion_event: string; [detail: string]: string | number | boolean }
  | { funnel_step: string; [detail: string]: string | number | boolean }

export type TargetType = 'star' | 'format' | 'post' | 'comment'
export type EventTarget = { type: TargetType; id: string }

/** The argument for an event: the target, and the metadata for types that have some. */
export type EventDetails<Type extends AnalyticsEventType> = EventMetadata[Type] extends Nothing
  ? [details?: { target?: EventTarget }]
  : [details: { target?: EventTarget; metadata: EventMetadata[Type] }]

/** A row of `analytics_events` as the client inserts it; a retry has the same `id` and `created_at`. */
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
 * The path of an event: without hash and query, cut to the first two segments. Takes a path or a URL; the host of a URL
 * is dropped.
 */
export function analyticsPath(pathOrUrl: string): string {
  const path = pathOrUrl.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '')
  return `/${path.split('/').filter(Boolean).slice(0, 2).join('/')}`
}

/** Most events in one batch. */
export const analyticsBatchSize = 25
/** A smaller batch is sent after this many milliseconds without a new event. */
export const analyticsIdleMs = 5000
/** Days that the summary covers. */
export const analyticsSummaryDays = 30

/** Most events queued while offline; beyond this the oldest are dropped. */
export const analyticsQueueLimit = 200
/** Most bytes of a batch: browsers refuse keepalive requests whose bodies exceed 64 KiB in total (Fetch standard). */
export const analyticsBodyBytes = 60_000
/** After this many milliseconds without an event the next one starts a new session. */
export const sessionIdleMs = 30 * 60_000
