import { expect, it } from 'vitest'
import { apnsEnvironmentOf } from './push.ts'

it.each([
  ['development', 'sandbox'],
  ['production', 'production'],
  ['', 'production'],
  [undefined, 'production'],
])('a build signed with aps-environment %j has tokens of %s', (entitlement, environment) => {
  expect(apnsEnvironmentOf(entitlement)).toBe(environment)
})
