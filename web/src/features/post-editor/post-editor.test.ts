import { expect, test } from 'vitest'
import { afterSaving } from './post-editor.tsx'

const saved = {
  id: '018f3c5e-0000-7000-8000-000000000001',
  type: 'rumor' as const,
  slug: 'zieht-mandy-ein',
  created_at: '2026-11-21T23:30:00Z',
}

test.each([
  ['approved', null, '/trashtalk/geruechte/2026/11/22/zieht-mandy-ein', 'Veröffentlicht'],
  ['approved', 'pending', '/trashtalk/geruechte/2026/11/22/zieht-mandy-ein', 'Abgeschickt'],
  ['approved', 'rejected', `/trashtalk/bearbeiten/${saved.id}`, 'Noch abgelehnt'],
  ['pending', null, '/trashtalk/geruechte/2026/11/22/zieht-mandy-ein', 'Abgeschickt'],
  ['rejected', null, `/trashtalk/bearbeiten/${saved.id}`, 'Noch abgelehnt'],
] as const)('%s %s', (status, revision, path, title) =>
  expect(afterSaving({ ...saved, status, revision })).toMatchObject({ path, title }),
)
