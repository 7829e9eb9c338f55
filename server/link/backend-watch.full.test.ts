import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureBuild } from '../../scripts/build/current-build.ts'
import { memberRequests } from '../../tests/support/server/member-requests.ts'
import { npmStart, type Started } from '../../tests/support/server/npm-start.ts'
import { canMount, type SmallDisk, smallDisk } from '../../tests/support/server/small-disk.ts'

beforeAll(() => ensureBuild(() => {}), 300_000)

/** Log lines about failures: all but those of a normal start, a recovery and a slow machine. */
const troubles = ({ output }: Started) =>
  output()
    .split('\n')
    .filter(
      (line) =>
        line &&
        !/^(Datenbank|Demo-|HoT läuft|Mails werden nicht|Der Team-Bereich|Die Datenbank ist nach|2\d\d .* ms$| {2}\S+@hot\.example|SIGTERM)/.test(
          line,
        ),
    )

describe.skipIf(!canMount)('on a disk of a few megabytes', () => {
  let disk: SmallDisk
  const running: Started[] = []
  const start = () => {
    const server = npmStart({ HOT_DATA_DIR: path.join(disk.dir, 'data'), HOT_DEMO: '1' })
    running.push(server)
    return server
  }
  beforeAll(() => {
    disk = smallDisk(260)
  })
  afterAll(async () => {
    for (const server of running) server.kill('SIGKILL')
    await Promise.all(running.map(({ ended }) => ended))
    disk.remove()
  })

  it('does not create a database on a full disk', { timeout: 120_000 }, async () => {
    disk.fill(60 * 1024 * 1024)
    const server = start()
    expect(await server.ended).toBe(1)
    expect(troubles(server)).toEqual([expect.stringContaining('Zu wenig Platz')])
    expect(fs.existsSync(path.join(disk.dir, 'data/pg'))).toBe(false)
    disk.clear()
  })

  it('refuses writes while the disk is full, loses no acknowledged one, and continues afterwards', {
    timeout: 300_000,
  }, async () => {
    const first = start()
    const url = await first.url
    const member = await memberRequests(url, path.join(disk.dir, 'data'), 'mitglied@hot.example')
    const [post] = await member.select(url, 'community_posts?select=id&status=eq.approved&limit=1')
    const acknowledged: string[] = []
    const comment = async (address: string) => {
      const id = randomUUID()
      await member.insert(address, 'comments', { id, post_id: post?.id, content: `${id} `.repeat(54).trim() })
      acknowledged.push(id)
    }
    const keptOn = async (address: string) => {
      const rows = await member.select(address, `comments?select=id&author_id=eq.${member.id}`)
      return acknowledged.filter((id) => rows.some((row) => row.id === id))
    }

    await comment(url)
    disk.fill(0)
    const refusal = await (async () => {
      for (let n = 0; n < 60; n++) await comment(url)
    })().catch((error: Error) => error.message)
    expect(refusal).toMatch(/answered 503/)
    expect(await keptOn(url)).toEqual(acknowledged)
    expect((await fetch(`${url}/stars`)).status).toBe(200)
    // One line from the REST layer about the refused request, and one that says what it means for the installation. What
    // asks by itself just then, a job or the live updates, says so too; at its start it told what it is, and how small the disk.
    expect(
      troubles(first).filter(
        (line) => !/Aufgabe |Live-Aktualisierung|letzten Minute|Entwicklungsfassung|nächste Sicherung/.test(line),
      ),
    ).toEqual([
      expect.stringContaining('POST /rest/v1/comments beantwortet mit 503: SQLSTATE 53100'),
      expect.stringContaining('fehlt Platz auf der Festplatte'),
    ])

    first.kill('SIGKILL')
    await first.ended
    const second = start()
    expect(await second.ended).toBe(1)
    expect(troubles(second)).toEqual([expect.stringContaining('Zu wenig Platz')])

    disk.clear()
    const third = start()
    const address = await third.url
    expect(await keptOn(address)).toEqual(acknowledged)
    await comment(address)
    third.kill('SIGTERM')
    expect(await third.ended).toBe(0)
  })
})
