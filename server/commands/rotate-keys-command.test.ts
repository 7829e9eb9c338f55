import fs from 'node:fs'
import path from 'node:path'
import { newSecrets } from '@hot/embedded/gateway/secrets'
import { expect, test } from 'vitest'
import { scratchDirectory } from '../../packages/embedded/test/prepared-database.ts'
import { rotateKeysCommand } from './admin-command.ts'

test('activates a new key, explains the effect, and refuses unknown arguments', async () => {
  const dataDir = scratchDirectory()
  const file = path.join(dataDir, 'secrets.json')
  fs.writeFileSync(file, JSON.stringify(await newSecrets()))
  const keys = () => (JSON.parse(fs.readFileSync(file, 'utf8')) as { signingKeys: object[] }).signingKeys
  const env = { HOT_DATA_DIR: dataDir }
  expect(await rotateKeysCommand([], env)).toEqual([expect.stringContaining('Niemand wird abgemeldet')])
  expect(keys()).toHaveLength(2)
  expect(await rotateKeysCommand(['--revoke'], env)).toEqual([expect.stringContaining('die alten gelten nicht mehr')])
  expect(keys()).toHaveLength(1)
  await expect(rotateKeysCommand(['--sofort'], {})).rejects.toThrow('So geht es')
  fs.rmSync(dataDir, { recursive: true })
})
