import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { keepJobsScheduled } from './supabase-work.ts'

const asked: unknown[] = []
let status = 200
let cron = true

/** Answers as a project's API does. */
const project = http.createServer((request, response) => {
  asked.push([request.method, request.url, request.headers.apikey])
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ cron, scheduled: cron ? 12 : 0 }))
})
let lines: string[] = []
let stop = () => {}
const keep = (secretKey?: string) => {
  // An answer to the test before may still be on its way.
  const said = lines
  const url = `http://127.0.0.1:${(project.address() as AddressInfo).port}`
  stop = keepJobsScheduled({ url, publishableKey: 'sb_publishable_x', secretKey }, (line) => said.push(line), 20)
}

beforeAll(() => new Promise<void>((ready) => void project.listen(0, '127.0.0.1', ready)))
afterAll(() => new Promise<void>((done) => void project.close(() => done())))
beforeEach(() => {
  asked.length = 0
  lines = []
  status = 200
  cron = true
})
afterEach(() => stop())

test('asks the project at once and again, and says nothing while all is well', async () => {
  keep('sb_secret_x')
  await vi.waitUntil(() => asked.length >= 3)
  expect(asked[0]).toEqual(['POST', '/rest/v1/rpc/ensure_jobs', 'sb_secret_x'])
  expect(lines).toEqual([])
})

test('says once that pg_cron is off, and when it has the jobs', async () => {
  cron = false
  keep('sb_secret_x')
  await vi.waitUntil(() => asked.length >= 3)
  expect(lines).toEqual([expect.stringContaining('Integrations → Cron')])
  cron = true
  await vi.waitUntil(() => lines.length === 2)
  expect(lines[1]).toBe('pg_cron hat die 12 Aufgaben der Datenbank jetzt.')
})

test('a schema without the function is named, and asked again', async () => {
  status = 404
  keep('sb_secret_x')
  await vi.waitUntil(() => lines.length >= 2)
  expect(lines[0]).toBe('Die Aufgaben ließen sich nicht an pg_cron übergeben: ensure_jobs: 404')
})

test('without the secret key it asks nothing and says so', () => {
  keep()
  expect(lines).toEqual([expect.stringContaining('SUPABASE_SECRET_KEY')])
})
