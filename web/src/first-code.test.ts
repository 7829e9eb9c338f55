import { describe, expect, it } from 'vitest'
import { firstCode } from './first-code.ts'

const routes = {
  __root__: { preloads: ['/index.js', '/shared.js'], scripts: [{ attrs: { src: '/index.js' } }], css: ['/app.css'] },
  '/stars': { preloads: ['/stars.js', { href: '/shared.js' }] },
  '/formate': { preloads: ['/formats.js'] },
}

describe('the code that a page announces', () => {
  const { routes: announced, later } = firstCode(routes, [
    { routeId: '__root__' },
    { routeId: '/stars' },
    { routeId: '/x' },
  ])

  it('is the first file alone', () => {
    expect(announced.__root__?.preloads).toEqual(['/index.js'])
    expect(announced['/stars']?.preloads).toEqual([])
  })

  it('leaves the rest of the routes’ files for later, each once, and none of other routes', () => {
    expect(later).toEqual(['/shared.js', '/stars.js'])
  })

  it('keeps what else a route has', () => {
    expect(announced.__root__).toMatchObject({ scripts: routes.__root__.scripts, css: ['/app.css'] })
  })
})
