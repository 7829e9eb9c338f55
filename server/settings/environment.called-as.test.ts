import { expect, test } from 'vitest'
import { asCalled } from './environment.ts'

const installed = { COMMAND_AS: 'sudo hot' }

test.each([
  [
    'Mach eines: npm run admin -- DEINE-ADRESSE --allow-domain',
    'Mach eines: sudo hot admin DEINE-ADRESSE --allow-domain',
  ],
  ['So geht es: npm run doctor [-- --json] [-- --offline]', 'So geht es: sudo hot doctor [--json] [--offline]'],
  [
    'Probier es mit »npm run rehearse« und npm run restore.',
    'Probier es mit »sudo hot rehearse« und sudo hot restore.',
  ],
  ['»npm run push:keys« macht eines.', '»npm run push:keys« macht eines.'],
])('%s', (message, here) => {
  expect(asCalled(message, installed)).toBe(here)
  expect(asCalled(message, {})).toBe(message)
})
