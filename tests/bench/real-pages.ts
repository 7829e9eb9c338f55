/** Full pages as visitors read them: a later part of a list, Trashtalk and a post with its comments. */
import { randomUUID } from 'node:crypto'

/** `path` has a cursor that nobody had before, so that the page is rendered, never taken from the cache. */
export type RealPage = { name: string; path: () => string }

/** As `private.cursor_of` writes it. */
const cursor = (...keys: string[]) => Buffer.from(JSON.stringify(keys)).toString('base64url')

/** Before everything that is there. */
const later = '2199-01-01 00:00:00+00'
const most = '2147483647'

async function textOf(url: string): Promise<string> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return answer.text()
}

/** The rumor with the most comments among those that the overview links to. */
async function talkedPost(url: string): Promise<string> {
  const found = (await textOf(`${url}/trashtalk`)).matchAll(/href="(\/trashtalk\/\w+\/\d{4}\/\d\d\/\d\d\/[\w-]+)"/g)
  const pages = await Promise.all(
    [...new Set([...found].map(([, path = '']) => path))].map(async (path) => {
      const comments = (await textOf(url + path)).match(/<article/g)?.length ?? 0
      return { path, comments }
    }),
  )
  const [first] = pages.toSorted((a, b) => b.comments - a.comments)
  if (!first) throw new Error('the overview links to no post')
  return first.path
}

/** `overview`: an address of Trashtalk's overview, where a server renders it for each request; else the feed of all kinds. */
export async function realPages(url: string, overview?: string): Promise<readonly RealPage[]> {
  const post = await talkedPost(url)
  const feed = () => `/trashtalk?sortierung=neu&nach=${cursor(later, randomUUID())}`
  return [
    { name: 'list of stars', path: () => `/stars?nach=${cursor('1', '', randomUUID())}` },
    { name: 'Trashtalk', path: () => overview ?? feed() },
    { name: 'post', path: () => `${post}?nach=${cursor(most, later, randomUUID())}` },
  ]
}
