type Rules = {
  /** Where the rules stand. Types without rules at Google are schema.org's: they must be named and lead somewhere. */
  source: string
  required: readonly string[]
  /** One of these. */
  oneOf?: readonly string[]
  /** What Google recommends, that every page of ours can say. */
  recommended?: readonly string[]
}

const google = 'https://developers.google.com/search/docs/appearance'
const schema = 'https://schema.org'

/** What is asked of structured data, by type. */
const rules: Readonly<Record<string, Rules>> = {
  BreadcrumbList: { source: `${google}/structured-data/breadcrumb`, required: ['itemListElement'] },
  BroadcastEvent: { source: `${schema}/BroadcastEvent`, required: ['name', 'startDate'] },
  Comment: {
    source: `${google}/structured-data/discussion-forum`,
    required: ['author.name', 'datePublished'],
    oneOf: ['text', 'image', 'video'],
  },
  DiscussionForumPosting: {
    source: `${google}/structured-data/discussion-forum`,
    required: ['author.name', 'datePublished'],
    oneOf: ['text', 'image', 'video'],
    recommended: ['headline', 'url', 'dateModified', 'interactionStatistic'],
  },
  InteractionCounter: {
    source: `${google}/structured-data/discussion-forum`,
    required: ['interactionType', 'userInteractionCount'],
  },
  ItemList: { source: `${schema}/ItemList`, required: ['name', 'itemListElement'] },
  ListItem: { source: `${google}/structured-data/breadcrumb`, required: ['position', 'name'], oneOf: ['item', 'url'] },
  NewsArticle: {
    source: `${google}/structured-data/article`,
    required: [],
    recommended: ['headline', 'datePublished', 'dateModified', 'author.name', 'author.url', 'publisher.name'],
  },
  Organization: { source: `${google}/structured-data/organization`, required: [], recommended: ['name'] },
  Person: { source: `${google}/structured-data/profile-page`, required: ['name'] },
  ProfilePage: {
    source: `${google}/structured-data/profile-page`,
    required: ['mainEntity.name'],
    recommended: ['dateCreated'],
  },
  TVEpisode: { source: `${schema}/TVEpisode`, required: ['name', 'episodeNumber'] },
  TVSeason: { source: `${schema}/TVSeason`, required: ['name', 'partOfSeries.name', 'url'] },
  TVSeries: { source: `${schema}/TVSeries`, required: ['name'] },
  WebSite: { source: `${google}/site-names`, required: ['name', 'url'] },
}
/** All types that stand somewhere on the site. */
export const describedTypes: readonly string[] = Object.keys(rules)
/** Further types that stand inside those above. */
const inner = new Set(['BroadcastService', 'EntryPoint', 'ImageObject', 'SearchAction'])

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const valueAt = (of: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), of)

const isMissing = (value: unknown) => value === undefined || value === null || value === ''

const isInstant = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value))

function ownFaults(node: Record<string, unknown>, type: string): string[] {
  const rule = rules[type]
  if (!rule && !inner.has(type)) return [`${type} is no type that this site is known to use`]
  const { source, required = [], oneOf = [], recommended = [] } = rule ?? {}
  const lacks = (path: string) => isMissing(valueAt(node, path))
  const missing = [...required, ...recommended].filter(lacks).map((path) => `${type}.${path} missing, see ${source}`)
  if (oneOf.length > 0 && oneOf.every(lacks)) missing.push(`${type} without ${oneOf.join(' or ')}, see ${source}`)
  const times = Object.entries(node).filter(
    ([name]) => /^(date|startDate|endDate)/.test(name) && node[name] !== undefined,
  )
  const wrong = times.filter(([, value]) => !isInstant(value)).map(([name]) => `${type}.${name} is no date`)
  const addresses = Object.entries(node).filter(
    ([name, value]) => /^(url|item|image)$/.test(name) && typeof value === 'string',
  )
  const relative = addresses
    .filter(([, value]) => !URL.canParse(String(value)))
    .map(([name]) => `${type}.${name} is no URL`)
  const items = node.itemListElement
  const places = Array.isArray(items) ? items.map((item) => valueAt(item, 'position')) : []
  const order = places.every((place, at) => place === at + 1) ? [] : [`${type}: positions are not 1, 2, 3 …`]
  const trail = type === 'BreadcrumbList' && places.length < 2 ? ['BreadcrumbList with fewer than two entries'] : []
  return [...missing, ...wrong, ...relative, ...order, ...trail]
}

/** What is wrong with a document of structured data, and with all that stands in it. */
export function structuredDataFaults(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(structuredDataFaults)
  if (!isObject(node)) return []
  const type = node['@type']
  const own = typeof type === 'string' ? ownFaults(node, type) : []
  return [...own, ...Object.values(node).flatMap(structuredDataFaults)]
}

/** All types in a document. */
export function typesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(typesIn)
  if (!isObject(node)) return []
  const own = typeof node['@type'] === 'string' ? [node['@type']] : []
  return [...own, ...Object.values(node).flatMap(typesIn)]
}
