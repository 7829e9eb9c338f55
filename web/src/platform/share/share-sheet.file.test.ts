import { expect, test } from 'vitest'
import { shareFile } from './share-sheet.ts'

/** A device that records calls in order, and its timer. */
function deviceWith(share: () => Promise<unknown>, write = async () => 'file:///cache/daten.json') {
  const happened: string[] = []
  const timers: [ms: number, callback: () => void][] = []
  return {
    happened,
    timers,
    sharing: {
      write: () => {
        happened.push('write')
        return write()
      },
      share: (address: string) => {
        happened.push(`share ${address}`)
        return share()
      },
      remove: async () => {
        happened.push('remove')
        if (happened.length === 1) throw new Error('does not exist')
      },
      after: (ms: number, callback: () => void) => timers.push([ms, callback]),
    },
  }
}

const shared = ['remove', 'write', 'share file:///cache/daten.json']

test('a shared file stays as long as it may be read', async () => {
  const { sharing, happened, timers } = deviceWith(async () => ({ activityType: '' }))
  await shareFile(sharing)
  expect(happened).toEqual(shared)
  expect(timers.map(([ms]) => ms)).toEqual([60_000])
  for (const [, end] of timers) end()
  expect(happened).toEqual([...shared, 'remove'])
})

test('closing the sheet is no failure and deletes the file', async () => {
  const { sharing, happened } = deviceWith(() => Promise.reject(new Error('Share canceled')))
  await shareFile(sharing)
  expect(happened).toEqual([...shared, 'remove'])
})

test('a sheet that does not open is a failure and deletes the file', async () => {
  const { sharing, happened } = deviceWith(() => Promise.reject(new Error('Unsupported url')))
  await expect(shareFile(sharing)).rejects.toThrow('share sheet')
  expect(happened).toEqual([...shared, 'remove'])
})

test('a full device is a failure before anything is shared', async () => {
  const full = () => Promise.reject(new Error('No space left'))
  const { sharing, happened } = deviceWith(async () => {}, full)
  await expect(shareFile(sharing)).rejects.toThrow('No space left')
  expect(happened).toEqual(['remove', 'write'])
})
