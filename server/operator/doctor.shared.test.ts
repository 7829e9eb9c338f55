import { expect, it } from 'vitest'
import { sharedFindings } from './doctor.ts'

const finding = (name: string) => [{ name, severity: 'warn' as const, finding: '', remedy: '' }]

it('asks once a minute, for all who ask meanwhile, and again after a failure', async () => {
  let asked = 0
  let at = 0
  let fails = false
  const findings = sharedFindings(
    async () => {
      asked += 1
      if (fails) throw new Error('The database is away.')
      return finding(`asked ${asked}`)
    },
    () => at,
  )
  expect(await Promise.all([findings(), findings()])).toEqual([finding('asked 1'), finding('asked 1')])
  at = 59_999
  expect(await findings()).toEqual(finding('asked 1'))
  at = 60_000
  expect(await findings()).toEqual(finding('asked 2'))
  fails = true
  at = 120_000
  await expect(findings()).rejects.toThrow('away')
  fails = false
  expect(await findings()).toEqual(finding('asked 4'))
})
