import { expect, test } from 'vitest'
import { afterSaving } from './post-editor.tsx'

const saved = {
  id: '018f3c5e-0000-7000-8000-000000000001',
  type: 'rumor' as const,
  slug: 'zieht-mandy-ein',
  created_at: '2026-11-21T23:30:00Z',
}

test.each([
  ['approved', '/trashtalk/geruechte/2026/11/22/zieht-mandy-ein', 'Veröffentlicht'],
  ['pending', `/trashtalk/bearbeiten/${saved.id}`, 'Abgeschickt'],
  ['rejected', `/trashtalk/bearbeiten/${saved.id}`, 'Noch abgelehnt'],
] as const)('%s', (status, path, title) => expect(afterSaving({ ...saved, status })).toMatchObject({ path, title }))
