import os from 'node:os'
import { expect, test, vi } from 'vitest'
import { obstacleLine } from './obstacle-line.ts'

test('a file that the user of a command may not open is told in one line, another error is not', () => {
  const refused = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path: '/root/hot.tar.gz' })
  expect(obstacleLine(refused)).toMatch(
    /^Der Nutzer \S+ darf \/root\/hot\.tar\.gz nicht öffnen \(EACCES\)\. .*sudo chown/,
  )
  expect(obstacleLine(Object.assign(refused, { code: 'EMFILE' }))).toBeUndefined()
  expect(obstacleLine(new Error('EACCES'))).toBeUndefined()
})

test('a full disk that ends a command is told in one line, of the database and of a folder', () => {
  const ofDatabase = Object.assign(new Error('could not extend file "base/16384/2619": No space left on device'), {
    code: '53100',
  })
  expect(obstacleLine(ofDatabase)).toMatch(/^Die Platte der Datenbank ist voll\. Schaff dort Platz /)
  const here = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', path: '/srv/hot' })
  expect(obstacleLine(here)).toMatch(/^Für \/srv\/hot ist auf der Platte kein Platz mehr\. /)
})

test.each(['ENOENT', 'ENOTDIR', 'EEXIST', 'EISDIR', 'EROFS', 'EPERM', 'EDQUOT'])(
  '%s of a file that a command needs is told in one German line with its path',
  (code) => {
    const line = obstacleLine(Object.assign(new Error(`${code}: no`), { code, path: '/srv/hot/pg' }))
    expect(line).toMatch(/^[^\n]*\/srv\/hot\/pg [^\n]*\. [A-Z][^\n]*[.…]$/)
  },
)

test('a folder in which nothing may be written is named instead of the file that was to be', () => {
  const refused = Object.assign(new Error('no'), { code: 'EACCES', path: '/mnt/b/hot.tar.gz.part' })
  expect(obstacleLine(refused)).toMatch(
    /^Der Nutzer \S+ darf in \/mnt\/b nicht schreiben .*sudo chown -R \S+ \/mnt\/b$/,
  )
})

test('a full disk is told when the file that was written has no name, a refused connection is no obstacle', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  expect(obstacleLine(full)).toMatch(/^Für eine Datei ist auf der Platte kein Platz mehr\. /)
  expect(obstacleLine(Object.assign(new Error('no'), { code: 'EACCES', address: '127.0.0.1' }))).toBeUndefined()
})

test('an account without a name, as in a container, is named by its number', () => {
  const unnamed = vi.spyOn(os, 'userInfo').mockImplementation(() => {
    throw new Error('uv_os_get_passwd returned ENOENT')
  })
  const line = obstacleLine(Object.assign(new Error('no'), { code: 'EACCES', path: '/data' }))
  expect(line).toMatch(/^Der Nutzer \d+ darf \/data nicht öffnen/)
  unnamed.mockRestore()
})
