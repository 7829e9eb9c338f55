import { type PollOption, type PostCard, postPage, postPath } from '@hot/domain/contract/post'
import { postKinds } from '@hot/domain/post/address'
import type { RumorStatus } from '@hot/domain/post/kinds'
import { rumorStatusLabels } from '@hot/domain/post/kinds'
import { percentages } from '@hot/domain/post/shares'
import { berlinDay } from '@hot/domain/time/berlin-time'
import { formatCount, formatPercent } from '../../../web/src/ui/data/format-number.ts'
import {
  at,
  box,
  colors,
  fitted,
  footY,
  image,
  isShowable,
  logo,
  margin,
  picture,
  pictureWidth,
  raster,
  text,
} from '../og-node.ts'
import type { Draw } from '../og-parts.ts'

type PicturedPost = Pick<PostCard, 'type' | 'title' | 'rumor' | 'poll' | 'votes' | 'comments' | 'has_statement'>

const inner = pictureWidth - 2 * margin
const labels = new Map(postKinds.map(({ type, label }) => [type, label]))
const ruleY = 140
const titleY = ruleY + 30

const svgImage = (width: number, height: number, inside: string) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`
  return image(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`, { width, height })
}

const stamps: Record<RumorStatus, { path?: string; ink: string; fill: string; border: string }> = {
  unverified: { ink: colors.ink2, fill: colors.paper, border: 'dashed' },
  verified: { path: 'M3 19 L13 29 L31 7', ink: colors.ok, fill: colors.okSoft, border: 'solid' },
  debunked: { path: 'M6 6 L28 28 M28 6 L6 28', ink: colors.danger, fill: colors.dangerSoft, border: 'solid' },
}

/** Status of a rumor, as large as the kind, so that it is noticed without the post's text. */
function stamp(status: RumorStatus) {
  const { path, ink, fill, border } = stamps[status]
  return box(
    {
      position: 'absolute',
      right: margin,
      top: 48,
      height: 72,
      padding: '0 22px',
      alignItems: 'center',
      border: `5px ${border} ${ink}`,
      background: fill,
      color: ink,
    },
    path
      ? svgImage(34, 34, `<path d="${path}" fill="none" stroke="${ink}" stroke-width="6"/>`)
      : text('?', 'title', 44, { width: 34, justifyContent: 'center' }),
    text(rumorStatusLabels[status], 'title', 38, { marginLeft: 14 }),
  )
}

const signs = { rumor: '?!', poll: '%', discussion: '“' }

/** Icon and label of the kind. */
function kind(type: PostCard['type']) {
  const isFilled = type === 'rumor'
  const frame = {
    width: 80,
    height: 68,
    alignItems: 'center',
    justifyContent: 'center',
    border: `6px solid ${colors.ink}`,
    ...(isFilled ? { background: colors.ink, color: colors.paper } : {}),
  }
  const isQuote = type === 'discussion'
  return at(
    margin,
    50,
    { alignItems: 'center', color: colors.ink },
    box(frame, text(signs[type], 'title', isQuote ? 84 : 46, isQuote ? { marginTop: 40 } : {})),
    text(labels.get(type) ?? type, 'title', 46, { marginLeft: 24 }),
  )
}

/** `Stimmt` solid, `Stimmt nicht` hatched, as on the page; empty before the first vote. */
function rumorBar({ agree, disagree }: NonNullable<PostCard['rumor']>) {
  const votes = agree + disagree
  if (votes === 0) return undefined
  const share = Math.round((agree / votes) * 100)
  const hatch = `<defs><pattern id="h" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="4" height="12" fill="${colors.ink}"/></pattern></defs><rect width="${inner}" height="44" fill="url(#h)"/><rect x="2" y="2" width="${inner - 4}" height="40" fill="none" stroke="${colors.ink}" stroke-width="4"/><rect width="${(inner * share) / 100}" height="44" fill="${colors.hot}"/>`
  const bar = box(
    { flexDirection: 'column' },
    box(
      { justifyContent: 'space-between', height: 44, width: inner },
      text(`${formatPercent(share / 100)} Stimmt`, 'title', 32),
      text(`Stimmt nicht ${formatPercent(1 - share / 100)}`, 'title', 32),
    ),
    svgImage(inner, 44, hatch),
  )
  return { bar, height: 88 }
}

const mostOptions = 3
const row = 62

/** The answers with the most votes, at most three; before the first vote as rounded boxes, like the page's buttons. */
function pollBars(options: readonly PollOption[]) {
  const shares = percentages(options.map((option) => option.votes))
  const votes = options.reduce((sum, option) => sum + option.votes, 0)
  const most = Math.max(1, ...options.map((option) => option.votes))
  const shown = options
    .map((option, at) => ({ ...option, share: (shares[at] ?? 0) / 100 }))
    .sort((a, b) => b.votes - a.votes || a.position - b.position)
    .slice(0, mostOptions)
  const bars = shown.map((option) => {
    const { share } = option
    const isFirst = option.votes === most
    const outline =
      votes === 0 ? { border: `3px solid ${colors.ink2}`, borderRadius: 27, background: colors.sheet } : {}
    return box(
      {
        position: 'relative',
        width: inner,
        height: 54,
        marginBottom: row - 54,
        padding: '0 20px 0 24px',
        alignItems: 'center',
        justifyContent: 'space-between',
        background: colors.sunk,
        ...outline,
      },
      votes > 0 && at(0, 0, { width: inner * share, height: 54, background: isFirst ? colors.hot : colors.rule }),
      votes > 0 && at(0, 0, { width: 8, height: 54, background: isFirst ? colors.ink : colors.ink2 }),
      text(option.text, 'title', 30, {
        position: 'relative',
        width: inner - 190,
        display: 'block',
        lineClamp: 1,
        wordBreak: 'break-word',
        lineHeight: 1.1,
      }),
      votes > 0 && text(formatPercent(share), 'title', 30, { position: 'relative' }),
    )
  })
  return { bar: box({ flexDirection: 'column' }, ...bars), height: shown.length * row - 8 }
}

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${formatCount(count)} ${many}`

function stats({ type, votes, comments, has_statement }: PicturedPost): string {
  const counts = [
    has_statement && 'Mit Stellungnahme',
    type !== 'discussion' && votes > 0 && counted(votes, 'Stimme', 'Stimmen'),
    comments > 0 && counted(comments, 'Kommentar', 'Kommentare'),
  ].filter(Boolean)
  return counts.join(' · ') || (type === 'discussion' ? 'Noch kein Kommentar.' : 'Noch keine Stimme.')
}

/** Kind, status, title and current votes of a post. A discussion has no votes, so its title has more room. */
async function postPicture(post: PicturedPost): Promise<string> {
  const isLoud = post.type === 'discussion'
  const bars = post.rumor ? rumorBar(post.rumor) : post.poll ? pollBars(post.poll.options) : undefined
  const barsY = footY - 78 - (bars?.height ?? 0)
  const height = (bars ? barsY - 28 : footY - 76) - titleY
  const struck = post.rumor?.status === 'debunked' ? { textDecoration: `line-through ${colors.danger}` } : {}
  const room = { width: inner, height, from: 118, to: 36, lineHeight: 0.98 }
  // Whoever shares it shows the title beside the picture, in letters of their own.
  const title = isShowable(post.title)
    ? await fitted(post.title, 'lead', room, struck)
    : box(
        { position: 'relative', width: inner, height, overflow: 'hidden' },
        at(0, -height, { width: inner, height: 2 * height }, raster(inner, 2 * height, 0, 24)),
      )
  return picture(
    isLoud ? colors.hot : colors.paper,
    kind(post.type),
    post.rumor && stamp(post.rumor.status),
    at(margin, ruleY, { width: inner, height: 6, background: colors.ink }),
    at(margin, titleY, { color: colors.ink }, title),
    bars && at(margin, barsY, { color: colors.ink }, bars.bar),
    logo(margin, 56, colors.ink, isLoud ? colors.paper : colors.hot),
    box(
      { position: 'absolute', right: margin, top: footY - 23 },
      text(stats(post), 'text', 28, { color: isLoud ? colors.ink : colors.ink2 }),
    ),
  )
}

export const drawPost: Draw = async (id, { rpc }) => {
  const found = await rpc('post_path', postPath.nullable(), { p_id: id })
  if (!found) return null
  const address = { p_type: found.type, p_day: berlinDay(found.created_at), p_slug: `${found.slug}-${found.id}` }
  const post = await rpc('post_page', postPage.nullable(), address)
  return post && postPicture(post)
}
