import { constants, written } from './constants.ts'
import type { Figure } from './page-says.ts'

const format = constants('domain/src/format/format-form.ts')
const season = constants('domain/src/format/season-form.ts')
const star = constants('domain/src/star/star-form.ts')
const score = constants('domain/src/star/hot-score.ts')
const gestures = constants('web/src/features/voting/gestures.ts')
const deck = constants('web/src/features/voting/deck/deck.ts')

const youth = constants('domain/src/chart/site-youth.ts')
const votingDeck = constants('web/src/features/voting/deck/voting-deck.tsx')

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
    'until {} members have confirmed their address, or for {} days',
    youth('siteYouth.members'),
    youth('siteYouth.days'),
  ],
  ['admin.md', 'with {} such members or after {} days', youth('siteYouth.members'), youth('siteYouth.days')],
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
  ['stars.md', 'on one of {} poster colours', constants('domain/src/member/avatar-color.ts')('posterInks.length')],
  ['stars.md', 'the HoT score, the {} votes and', score('questions.length')],
  ['stars.md', '{} questions, each answered', score('questions.length')],
  ['stars.md', 'only after its {} votes', score('questions.length')],
  ['stars.md', 'holds score, the {} averages', score('questions.length')],
  ['stars.md', 'comes by itself ({} ms later)', votingDeck('seenMs')],
  ['stars.md', 'the next {} stars are in the first view', votingDeck('queued')],
  ['charts.md', 'A score of fewer than {} votes', score('minWeighingVotes')],
  [
    'charts.md',
    '| places in a chart of members | {} |',
    written('web/src/features/charts/member-chart.tsx')('p_limit: {} }'),
  ],
  [
    'charts.md',
    '| places in a chart of members | {} |',
    written('web/src/features/charts/sleuth-chart.tsx')('p_limit: {} }'),
  ],
  ['formats.md', '| emoji | up to {} code units', written('domain/src/format/format-form.ts')('text.length > {})')],
]
