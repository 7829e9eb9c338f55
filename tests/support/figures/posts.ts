import { constants, every, written } from './constants.ts'
import type { Figure } from './page-says.ts'

const post = constants('domain/src/post/limits.ts')
const decision = constants('domain/src/moderation/decision-form.ts')
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
  [
    'posts.md',
    'The {} sensitive subjects',
    constants('domain/src/post/sensitive-subjects.ts')('sensitiveSubjects.length'),
  ],
  [
    'posts.md',
    'rules; {} days are as long as a warning counts',
    constants('domain/src/moderation/case-rules.ts')('warningWindowDays'),
  ],
  ['posts.md', 'of the last {} or', written('web/src/entities/post/api.ts')("(search.zeitraum ?? '{}')")],
  [
    'posts.md',
    'or {} Berlin days (today among them)',
    written('web/src/features/posts/posts-list-page.tsx')("link('{}', '30 Tage')"),
  ],
  ['posts.md', 'counted every {} minutes), the', every('refresh_popular')],
  [
    'posts.md',
    '{} seconds after it was opened, and then every',
    constants('web/src/features/posts/post-page.tsx')('guestMs', 1000),
  ],
  ['posts.md', 'which caches the answer for {} s', constants('server/pages/document-cache.ts')('liveFor', 1000)],
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
  ['comments.md', 'At most {} empty lines follow', written('domain/src/text/sanitize-text.ts')('*\\n){{},}/gu') - 1],
  ['votes-and-reactions.md', 'a star, {} questions |', constants('domain/src/star/hot-score.ts')('questions.length')],
  [
    'votes-and-reactions.md',
    '| one of {}, or none; shown',
    constants('domain/src/post/stickers.ts')('stickers.length'),
  ],
  [
    'votes-and-reactions.md',
    '| sticker on a post | one of {} |',
    constants('domain/src/post/stickers.ts')('stickers.length'),
  ],
]
