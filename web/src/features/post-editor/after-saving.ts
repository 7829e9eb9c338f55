import type { SavedPost } from '@hot/domain/contract/community'
import { postPath } from '@hot/domain/post/address'
import { editPostPath } from '@hot/domain/url/paths'

/** Where to go once a post has arrived, and what is said on the way. */
export function afterSaving(saved: SavedPost): { path: string; title: string; text: string } {
  if (saved.status === 'approved')
    return { path: postPath(saved), title: 'Veröffentlicht', text: 'Dein Beitrag ist online.' }
  if (saved.status === 'rejected')
    return {
      path: editPostPath(saved.id),
      title: 'Noch abgelehnt',
      text: 'Erst wenn du etwas änderst, schaut sich das Team den Beitrag noch einmal an.',
    }
  return {
    path: editPostPath(saved.id),
    title: 'Abgeschickt',
    text: 'Dein Beitrag wird geprüft. Du findest ihn unter „Meine Inhalte“.',
  }
}
