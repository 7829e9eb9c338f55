import { contentLinks, type LinkOnPage } from './html.ts'
import { type Requests, requestsTo } from './requests.ts'

/** One address of each kind, with the text of the link that leads there. */
export type Samples = {
  star: LinkOnPage
  format: LinkOnPage
  season: LinkOnPage
  rumor: LinkOnPage
  poll: LinkOnPage
  discussion: LinkOnPage
  member: LinkOnPage
  article: LinkOnPage
}

const dated = (list: string) => new RegExp(`^/trashtalk/${list}/\\d{4}/\\d{2}/\\d{2}/[^/#]+$`)

/** The first matching link of a page; nothing about the demo content is hard-coded here. */
async function follow(request: Requests, page: string, pattern: RegExp): Promise<LinkOnPage> {
  const html = await (await request.get(page)).text()
  const link = contentLinks(html).find(({ path, text }) => pattern.test(path) && text !== '')
  if (!link) throw new Error(`no link like ${pattern} on ${page}`)
  return link
}

/** Collected before any test has written: posts created during the run are no samples. */
export async function findSamples(site?: string): Promise<Samples> {
  const request = requestsTo(site)
  const format = await follow(request, '/formate', /^\/formate\/[^/?.]+$/)
  return {
    star: await follow(request, '/stars', /^\/stars\/(?!voting)[^/?]+$/),
    format,
    season: await follow(request, format.path, /^\/formate\/[^/]+\/staffel\/[^/]+$/),
    rumor: await follow(request, '/trashtalk/geruechte', dated('geruechte')),
    poll: await follow(request, '/trashtalk/umfragen', dated('umfragen')),
    discussion: await follow(request, '/trashtalk/diskussionen', dated('diskussionen')),
    member: await follow(request, '/trashtalk/diskussionen', /^\/user\/[^/]+$/),
    article: await follow(request, '/news', /^\/news\/[^/]+$/),
  }
}

/** The samples found when the server started (`demo-server.ts`), or those of a server that was already running. */
export const samplesOfRun = async (): Promise<Samples> =>
  process.env.HOT_E2E_SAMPLES ? JSON.parse(process.env.HOT_E2E_SAMPLES) : findSamples()
