import type { PostCard, RumorStatus } from '@hot/domain/contract/post'
import { postKinds } from '@hot/domain/post/address'
import { rumorStatusLabels } from '@hot/domain/post/rumor-status'
import { formatCount } from '../../web/src/ui/data/format-number.ts'
import { pollBars, rumorBar } from './og-bars.ts'
import { box, colors, element, line, lines, logo, margin, picture, pictureHeight, pictureWidth } from './og-svg.ts'
import { type Face, fitText, measure } from './og-text.ts'

export type PicturedPost = Pick<PostCard, 'type' | 'title' | 'rumor' | 'poll' | 'votes' | 'comments'>

const inner = pictureWidth - 2 * margin
const labels = new Map(postKinds.map(({ type, label }) => [type, label]))
const ruleY = 140
const titleY = ruleY + 30
const footY = pictureHeight - 44

const stamps: Record<RumorStatus, { sign: string; ink: string; fill: string; dashes?: string }> = {
  unverified: { sign: '?', ink: colors.ink2, fill: 'none', dashes: '12 8' },
  verified: { sign: 'M0 14 L10 24 L28 2', ink: colors.ok, fill: colors.okSoft },
  debunked: { sign: 'M2 2 L24 24 M24 2 L2 24', ink: colors.danger, fill: colors.dangerSoft },
}

/** Status of a rumor, as large as its kind: whoever sees only the picture must see it, too. */
function stamp(status: RumorStatus): string {
  const { sign, ink, fill, dashes } = stamps[status]
  const word = rumorStatusLabels[status]
  const style = { face: 'title' as Face, size: 38, fill: ink }
  const width = measure(word, 'title') * style.size + 96
  const [x, y] = [pictureWidth - margin - width, 50]
  const drawnSign =
    sign === '?'
      ? line('?', x + 26, y + 48, { ...style, size: 44 })
      : element('path', {
          d: sign,
          fill: 'none',
          stroke: ink,
          'stroke-width': 6,
          transform: `translate(${Math.round(x + 24)} ${y + 21})`,
        })
  return [
    box(x, y, width, 68, fill, { stroke: ink, 'stroke-width': 5, 'stroke-dasharray': dashes }),
    drawnSign,
    line(word, x + 72, y + 48, style),
  ].join('')
}

const marks = { rumor: '?!', poll: '%', discussion: '“' }

/** Glyph of the kind and its word. */
function kind(type: PostCard['type'], ink: string, paper: string): string {
  const filled = type === 'rumor'
  const frame = filled
    ? box(margin, 50, 80, 68, ink)
    : box(margin + 3, 53, 74, 62, type === 'poll' ? 'none' : paper, { stroke: ink, 'stroke-width': 6 })
  const glyph = marks[type]
  const y = type === 'discussion' ? 128 : 100
  return [
    frame,
    line(glyph, margin + 40, y, {
      face: 'title',
      size: type === 'discussion' ? 84 : 46,
      fill: filled ? paper : ink,
      anchor: 'middle',
    }),
    line(labels.get(type) ?? type, margin + 104, 100, { face: 'title', size: 46, fill: ink }),
  ].join('')
}

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${formatCount(count)} ${many}`

function foot({ type, votes, comments }: PicturedPost): string {
  const told = [
    type !== 'discussion' && votes > 0 && counted(votes, 'Stimme', 'Stimmen'),
    comments > 0 && counted(comments, 'Kommentar', 'Kommentare'),
  ].filter((text) => text !== false)
  return told.join(' · ') || (type === 'discussion' ? 'Noch kein Kommentar.' : 'Noch keine Stimme.')
}

/** Kind, status and title of a post, and how opinion stands; a discussion is loud, because it has nothing else. */
export function postPicture(post: PicturedPost): string {
  const loud = post.type === 'discussion'
  const isFalse = post.rumor?.status === 'debunked'
  const bars = post.rumor ? rumorBar(post.rumor) : post.poll ? pollBars(post.poll.options) : { drawn: '', height: 0 }
  const barsY = footY - 78 - bars.height
  const room = (bars.height > 0 ? barsY - 28 : footY - 76) - titleY
  const title = fitText(post.title, 'lead', { width: inner, height: room, from: 118, to: 36, lineHeight: 0.98 })
  const paper = loud ? colors.hot : colors.paper
  return picture(paper, [
    kind(post.type, colors.ink, loud ? colors.hot : colors.paper),
    post.rumor ? stamp(post.rumor.status) : '',
    box(margin, ruleY, inner, 6, colors.ink),
    lines(title.lines, margin, titleY, 0.98, {
      face: 'lead',
      size: title.size,
      fill: colors.ink,
      struck: isFalse ? colors.danger : undefined,
    }),
    bars.drawn && element('g', { transform: `translate(${margin} ${Math.round(barsY)})` }, bars.drawn),
    logo(margin, footY, 56, colors.ink, loud ? colors.paper : colors.hot).drawn,
    line(foot(post), pictureWidth - margin, footY, {
      face: 'text',
      size: 28,
      fill: loud ? colors.ink : colors.ink2,
      anchor: 'end',
    }),
  ])
}
