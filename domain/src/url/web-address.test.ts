import { expect, test } from 'vitest'
import { addresses, noAddresses } from '../../../tests/support/oracles/web-address-cases.ts'
import { completedAddress, isWebAddress } from './web-address.ts'

test.each(addresses)('%s may be saved', (address) => expect(isWebAddress(address)).toBe(true))
test.each(noAddresses)('%j may not be saved', (address) => expect(isWebAddress(address)).toBe(false))

test.each([
  ['rtl.de', 'https://rtl.de'],
  ['www.rtl.de/sendung?x=1', 'https://www.rtl.de/sendung?x=1'],
  ['rtl.de:8443/a', 'https://rtl.de:8443/a'],
  ['http://rtl.de', 'http://rtl.de'],
  ['RTL', 'RTL'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['localhost:3000', 'localhost:3000'],
  ['ich@rtl.de', 'ich@rtl.de'],
  ['', ''],
])('%j is completed to %j', (typed, completed) => expect(completedAddress(typed)).toBe(completed))
