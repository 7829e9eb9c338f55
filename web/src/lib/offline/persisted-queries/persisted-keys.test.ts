import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { mayBePersisted } from '@hot/domain/network/persisted-queries'
import { expect, test } from 'vitest'

const sources = path.resolve(import.meta.dirname, '../../..')
const literal = /queryKey: \['([\w-]+)'(?:, '([\w-]+)')?/g

/** The first two parts of every literal query key in the app; other keys have a member's id. */
const keys = new Set(
  readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .flatMap((file) => [...readFileSync(path.join(sources, file), 'utf8').matchAll(literal)])
    .map(([, room, topic]) => [room, topic].filter(Boolean).join('/')),
)
const persisted = (key: string) => mayBePersisted(key.split('/'), false)

test('whoever adds a query decides here whether a device may persist its answer', () => {
  const all = [...keys].filter((key) => !key.startsWith('admin')).sort()
  expect(all.filter(persisted)).toEqual([
    'calendar/month',
    'calendar/weeks',
    'charts',
    'charts/chart_sleuths',
    'charts/formats',
    'charts/overview',
    'charts/social',
    'charts/stars',
    'formats/episodes',
    'formats/list',
    'formats/one',
    'formats/season',
    'home',
    'news/list',
    'news/one',
    'posts/aside',
    'posts/hot',
    'posts/list',
    'posts/one',
    'posts/overview',
    'posts/path',
    'posts/tagged',
    'profiles/one',
    'search/popular',
    'site/format-slug',
    'site/season-path',
    'stars/list',
    'stars/one',
  ])
  expect(all.filter((key) => !persisted(key))).toEqual([
    'account',
    'account/nickname-available',
    'case-question',
    'comments/mentions',
    'passkey-support',
    'profiles',
    'search/all',
    'search/kind',
    'search/page',
    'second-factors',
    'sign-up-settings',
    'site/classifier',
    'site/guidelines',
    'site/links',
    'site/operator',
    'site/reports-host',
    'site/shell',
    'star-voting',
    'stars/try',
    'tags',
    'viewer-posts',
  ])
})

test('nothing of the admin area is persisted', () => {
  const team = [...keys].filter((key) => key.startsWith('admin'))
  expect(team.length).toBeGreaterThan(10)
  expect(team.filter(persisted)).toEqual([])
})
