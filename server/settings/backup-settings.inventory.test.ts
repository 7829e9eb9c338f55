import { inventory } from '@hot/domain/privacy/inventory'
import { expect, test } from 'vitest'
import { readBackupSettings } from './backup-settings.ts'

test('backups are kept as long as the inventory says', () => {
  const { keep, everyHours } = readBackupSettings({})
  expect((keep * everyHours) / 24).toBe(7)
  expect(inventory.backups.until).toContain('ohne andere Einstellung der Betreiber nach sieben Tagen')
})
