import { describe, expect, it } from 'vitest'
import { BackendAway, watchBackend } from '../link/backend-watch.ts'
import { pageRenderer, type ServerEntry } from './page-render.ts'

const siteUrl = 'https://hot.example'
const html = { 'content-type': 'text/html; charset=utf-8' }

type Send = (request: Request) => Promise<Response>
type RenderContext = Parameters<ServerEntry['fetch']>[1]['context']

function renderer(
  answer: (request: Request, ask: Send, context: RenderContext) => Promise<Response>,
  send: Send = async () => Response.json([]),
) {
  const asked: Request[] = []
  const watch = watchBackend(send, { log: () => {} })
  const entry = {
    fetch: (request: Request, { context }: { context: RenderContext }) => {
      asked.push(request)
      return answer(request, watch.askForApp, context)
    },
  }
  return { render: pageRenderer({ entry, watch, siteUrl }), asked }
}

const redirect = (location: string, status = 307) => new Response(null, { status, headers: { location } })
const rest = () => new Request('http://in.process/rest/v1/rpc/home_page')

describe('pageRenderer', () => {
  it('stores a page that is handed over as it stores one that is a body', async () => {
    const page = (nonce: string) => `<p>„Größe“ 🔥</p><script nonce="${nonce}">a()</script>`
    const init = { status: 404, headers: html }
    const handed = renderer(async (_request, _ask, { nonce, takePage }) => {
      takePage(Buffer.from(page(nonce)))
      return new Response(null, init)
    })
    const asBody = renderer(async (_request, _ask, { nonce }) => new Response(page(nonce), init))
    const [document, other] = [await handed.render('/stars'), await asBody.render('/stars')]
    expect(document).toEqual(other)
    expect([document.status, document.body.toString()]).toEqual([404, '<p>„Größe“ 🔥</p><script>a()</script>'])
    expect(document.headers['content-security-policy']).toContain("'sha256-")
  })

  it('requests the canonical URL of the site, without any data of the visitor', async () => {
    const { render, asked } = renderer(async () => new Response('<p>ja', { headers: { ...html, 'set-cookie': 'a=b' } }))
    const document = await render('/stars?sortierung=name')
    expect(asked.map(({ url }) => url)).toEqual(['https://hot.example/stars?sortierung=name'])
    expect([...(asked[0]?.headers.keys() ?? [])]).toEqual(['accept'])
    expect(Object.keys(document.headers)).not.toContain('set-cookie')
  })

  it('follows redirects to the router’s own spelling, which would loop in the browser', async () => {
    const { render, asked } = renderer(async ({ url }) =>
      url.endsWith('@') ? new Response('<p>ja', { headers: html }) : redirect(`${siteUrl}/user/anna@`),
    )
    expect((await render('/user/anna%40')).status).toBe(200)
    expect(asked.map(({ url }) => url)).toEqual([`${siteUrl}/user/anna%40`, `${siteUrl}/user/anna@`])
    const stubborn = renderer(async () => redirect('/stars/x%20y'))
    expect((await stubborn.render('/stars/x%20y')).status).toBe(307)
    expect(stubborn.asked.length).toBeLessThan(6)
  })

  it('passes other redirects on, without our own origin', async () => {
    const { render } = renderer(async () => redirect(`${siteUrl}/formate/neu?x=1`, 301))
    const document = await render('/formate/alt')
    expect([document.status, document.headers.location]).toEqual([301, '/formate/neu?x=1'])
    const foreign = renderer(async () => redirect('https://other.example/x', 301))
    expect((await foreign.render('/formate/alt')).headers.location).toBe('https://other.example/x')
    const slashes = renderer(async () => redirect(`${siteUrl}//other.example/x`, 301))
    expect((await slashes.render('/formate/alt')).headers.location).toBe('/other.example/x')
  })

  it('reports an outage of the backend instead of the app’s error page', async () => {
    const { render } = renderer(
      async (_, ask) => new Response('<p>Fehler', { status: (await ask(rest())).ok ? 200 : 500, headers: html }),
      () => Promise.reject(new Error('gone')),
    )
    await expect(render('/')).rejects.toBeInstanceOf(BackendAway)
  })

  it('marks an incomplete page, so that it is not cached', async () => {
    const { render } = renderer(
      async (_, ask) => {
        await ask(rest())
        return new Response('<p>ohne Fuß', { headers: html })
      },
      async () => Response.json({ code: '42P01', message: 'x' }, { status: 500 }),
    )
    const document = await render('/')
    expect([document.status, document.problems?.failure]).toEqual([200, '/rest/v1/rpc/home_page: 500 42P01 x'])
  })
})
