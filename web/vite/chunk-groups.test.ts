import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { isBelow, otherRoutes, routesOfGuests } from './chunk-groups.ts'

const routes = fs
  .readdirSync(path.resolve(import.meta.dirname, '../src/routes'))
  .filter((file) => file.endsWith('.tsx') && file !== '__root.tsx')
  .map((file) => file.replace(/\.tsx$/, ''))

test('each route is one that guests come to, or one of the others, whose code stays out of their files', () => {
  const undecided = routes.filter((route) => ![...routesOfGuests, ...otherRoutes].some((one) => isBelow(route, one)))
  expect(undecided, 'add them to routesOfGuests or otherRoutes').toEqual([])
})

test('neither list names a route that is gone', () => {
  const gone = [...routesOfGuests, ...otherRoutes].filter((one) => !routes.some((route) => isBelow(route, one)))
  expect(gone).toEqual([])
})
