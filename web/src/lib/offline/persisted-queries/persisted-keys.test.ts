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

test('a device persists the answers of these queries only; a new one is not among them until somebody adds it', () => {
  expect(keys.size).toBeGreaterThan(50)
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
})

test('nothing of the admin area is persisted', () => {
  const team = [...keys].filter((key) => key.startsWith('admin'))
  expect(team.length).toBeGreaterThan(10)
  expect(team.filter(persisted)).toEqual([])
})
