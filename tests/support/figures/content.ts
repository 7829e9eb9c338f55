import { constants } from './constants.ts'
import type { Figure } from './page-says.ts'

const post = constants('domain/src/post/limits.ts')
const decision = constants('domain/src/moderation/decision-form.ts')
const format = constants('domain/src/format/format-form.ts')
const season = constants('domain/src/format/season-form.ts')
const event = constants('domain/src/calendar/event-rules.ts')
const news = constants('domain/src/news/news-form.ts')
const star = constants('domain/src/star/star-form.ts')
const score = constants('domain/src/star/hot-score.ts')
const gestures = constants('web/src/features/voting/gestures.ts')
const deck = constants('web/src/features/voting/deck/deck.ts')
const commentApi = constants('web/src/entities/comment/api.ts')

export const posts: readonly Figure[] = [
  ['posts.md', '| title | {}–{} characters, one line |', post('postTitleMin'), post('postTitleMax')],
  ['posts.md', 'Titles have at least {} characters because', post('postTitleMin')],
  ['posts.md', 'and at most {} to fit on a card', post('postTitleMax')],
  ['posts.md', '| text | up to {} with line breaks', post('postContentMax')],
  ['posts.md', '| tags | up to {} stars and formats', post('postTagsMax')],
  ['posts.md', 'web address up to {}, requested', post('postSourceUrlMax')],
  [
    'posts.md',
    '{}–{} options of up to {} characters',
    post('pollOptionsMin'),
    post('pollOptionsMax'),
    post('pollOptionMax'),
  ],
  ['posts.md', 'a rejection has a reason (up to {})', decision('moderationReasonMax')],
  [
    'posts.md',
    'with an optional reason (up to {}) and source (up to {})',
    decision('moderationReasonMax'),
    constants('domain/src/post/staff-forms.ts')('rumorSourceMax'),
  ],
  ['posts.md', 'Excerpts are {} characters', constants('domain/src/text/excerpt.ts')('excerptLimit')],
  ['posts.md', 'excerpts in the activity log are {}', constants('domain/src/notification/types.ts')('excerptLength')],
  ['posts.md', 'the lists of one: {} at a time', constants('web/src/entities/post/api.ts')('pageSize')],
  ['posts.md', 'feed of the {} latest', constants('server/feeds/news-feed.ts')('itemsMax')],
  [
    'posts.md',
    'stored on the device {} ms after the last key',
    constants('web/src/lib/drafts/store-on-leave.ts')('draftPauseMs'),
  ],
  ['posts.md', 'at the latest after {} s', constants('web/src/features/posts/live-post.ts')('pollMs', 1000)],
  [
    'posts.md',
    'every {} s while its tab is visible',
    constants('web/src/features/posts/guest-live.tsx')('everyMs', 1000),
  ],
  ['posts.md', 'quotes (`> `, {} levels)', constants('domain/src/text/markup.ts')('mostQuotes')],
]

export const comments: readonly Figure[] = [
  ['comments.md', '| text | 1–{} characters', post('commentMax')],
  ['comments.md', 'Authors can edit for {} minutes', post('commentEditMinutes')],
  [
    'comments.md',
    '{} threads come with the page, {} with each further',
    commentApi('firstPageSize'),
    commentApi('nextPageSize'),
  ],
  [
    'comments.md',
    'suggests up to six members {} ms',
    constants('web/src/features/comments/write/use-mentions.ts')('debounceMs'),
  ],
  [
    'comments.md',
    'Texts above {} characters or {} lines are folded',
    constants('web/src/entities/comment/comment-layout.tsx')('mostCharacters'),
    constants('web/src/entities/comment/comment-layout.tsx')('mostLines'),
  ],
  ['comments.md', 'as a quote, at most {} characters', constants('domain/src/comment/quote.ts')('quoteMax')],
  [
    'comments.md',
    'brings up to {} comments at a time',
    constants('web/src/entities/comment/comment-news.ts')('mostFresh'),
  ],
  [
    'comments.md',
    '{} s without a live channel',
    constants('web/src/features/comments/live-comments.tsx')('subscribeTimeoutMs', 1000),
  ],
  [
    'comments.md',
    'After more than {} changes in a second',
    constants('domain/src/network/realtime-limits.ts')('realtimeLimits.eventsPerSecond'),
  ],
  [
    'comments.md',
    'contents of up to {} forms',
    constants('web/src/features/comments/write/comment-drafts.ts')('maxTexts'),
  ],
  [
    'comments.md',
    'and from {} comments on "Zum neuesten"',
    constants('web/src/features/comments/live-comments.tsx')('longFrom'),
  ],
  [
    'votes-and-reactions.md',
    'after {} s |',
    constants('web/src/lib/offline/queued-writes/choice-mutations.ts')('retryQueuedMs', 1000),
  ],
  [
    'votes-and-reactions.md',
    'Up to {} posts (and {} stars)',
    constants('web/src/entities/post/reactions/post-choices.ts')('maxIds'),
    constants('web/src/entities/star/star-choices.ts')('maxFans'),
  ],
]

export const starsAndFormats: readonly Figure[] = [
  ['stars.md', '| first name, last name | up to {} characters each', star('starLimits.name')],
  ['stars.md', '| nickname | up to {};', star('starLimits.name')],
  ['stars.md', 'lower-case words and hyphens, up to {}, unique', star('starLimits.slug')],
  ['stars.md', '| biography | up to {} characters', star('starLimits.bio')],
  ['stars.md', 'active stars, {} at a time', constants('web/src/entities/star/api.ts')('pageSize')],
  [
    'stars.md',
    'counts from {} px or {} px a millisecond on; up to {} px count as a tap',
    gestures('minDistance'),
    gestures('minSpeed'),
    gestures('touchSlop'),
  ],
  ['stars.md', '{} cards at a time, at most {} per request', deck('pageStep'), deck('maxCards')],
  [
    'stars.md',
    'more are loaded when {} are left',
    constants('web/src/features/voting/deck/voting-deck.tsx')('fetchMoreAt'),
  ],
  ['stars.md', 'accounts younger than {} hours', score('voteWeighsAfterHours')],
  [
    'stars.md',
    '({}·D + {}·R + {}·A − 1)',
    score('hotScoreWeights.demand'),
    score('hotScoreWeights.realness'),
    score('hotScoreWeights.drama'),
  ],
  ['stars.md', '(C + n), C = {}, m =', score('bayesianWeight')],
  ['stars.md', '- C = {}: {} votes at the mean', score('bayesianWeight'), score('bayesianWeight')],
  ['stars.md', 'stars with at least {} weighing votes', score('minWeighingVotes')],
  ['stars.md', 'handle up to {} characters', constants('domain/src/star/social-account.ts')('socialHandleMax')],
  ['charts.md', 'Active stars with at least {} weighing votes', score('minWeighingVotes')],
  ['charts.md', 'the full ranking ({} at a time)', constants('web/src/features/charts/api.ts')('pageSize')],
  [
    'formats.md',
    '| name, short name | up to {} and {} characters',
    format('formatLimits.name'),
    format('formatLimits.shortName'),
  ],
  ['formats.md', '| slug | unique, up to {};', format('formatLimits.slug')],
  ['formats.md', '| description | up to {} |', format('formatLimits.description')],
  [
    'formats.md',
    'next episode with countdown, seasons newest first, top {} stars',
    constants('web/src/routes/formate.$formatSlug.index.tsx')('topStars'),
  ],
  ['formats.md', '| number | 0–{}, unique in its format', season('seasonLimits.number')],
  ['formats.md', '| title | up to {}, optional |', season('seasonLimits.title')],
  [
    'formats.md',
    '| description, location | up to {} and {} |',
    season('seasonLimits.description'),
    season('seasonLimits.location'),
  ],
  ['formats.md', '(free text up to {}, such as', season('seasonLimits.placement')],
  [
    'formats.md',
    '| broadcaster | name (unique, up to {})',
    constants('domain/src/format/channel-form.ts')('channelNameMax'),
  ],
  [
    'formats.md',
    '| streaming provider | name (unique, up to {})',
    constants('domain/src/format/channel-form.ts')('channelNameMax'),
  ],
  ['formats.md', '(posts up to {})', constants('web/src/admin/formats/edit-screen.tsx')('countedPosts')],
]

export const calendarAndHome: readonly Figure[] = [
  ['calendar.md', '| title | up to {} characters', event('eventTitleMax')],
  ['calendar.md', 'optional; numbers 0–{} |', event('eventNumberMax')],
  [
    'calendar.md',
    '| duration | 1–{} minutes, optional; otherwise {} are assumed',
    event('eventMinutesMax'),
    event('assumedEventMinutes'),
  ],
  ['calendar.md', 'with a copy of their names (up to {})', event('eventChannelMax')],
  ['calendar.md', '| description | up to {} |', event('eventDescriptionMax')],
  [
    'calendar.md',
    'ends after {} weeks without an event',
    constants('web/src/features/calendar/week/calendar-weeks.ts')('emptyWeeksToEnd'),
  ],
  [
    'calendar.md',
    '| month | {} events a day',
    constants('web/src/features/calendar/month/calendar-month.tsx')('shownPerDay'),
  ],
  ['calendar.md', 'At most {} broadcasts', constants('domain/src/time/series.ts')('maxSeriesEpisodes')],
  [
    'calendar.md',
    '| {}, {}, {} days |',
    constants('domain/src/time/series.ts')('stepDays.daily'),
    constants('domain/src/time/series.ts')('stepDays.weekly'),
    constants('domain/src/time/series.ts')('stepDays.biweekly'),
  ],
  ['calendar.md', 'as `DURATION`, {} minutes where it is not known', event('assumedEventMinutes')],
  ['home.md', '| {} events of the television day', constants('web/src/features/home/api.ts')('programmeRows')],
  ['home.md', '| title | 1–{} characters |', news('newsLimits.title')],
  ['home.md', '| excerpt | up to {} characters |', news('newsLimits.excerpt')],
  ['home.md', '| body | up to {}: the markup', news('newsLimits.body')],
  ['home.md', 'http(s), up to {} |', news('newsLimits.url')],
  ['home.md', 'description ({}) and credit: author ({})', news('newsLimits.alt'), news('newsLimits.credit')],
  ['home.md', 'longest edge {} px', constants('web/src/admin/news/form.tsx')('longEdge')],
  [
    'home.md',
    'A change more than {} minutes after',
    constants('web/src/entities/news/article-view.tsx')('unremarkableMs', 60_000),
  ],
]
