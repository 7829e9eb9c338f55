import type { PostType } from '@hot/domain/contract/post'

/** What the fields ask for, by kind. */
export const postWords: Record<PostType, { title: string; content: string; contentHint: string }> = {
  rumor: {
    title: 'Das Gerücht in einem Satz.',
    content: 'Was hast du gehört?',
    contentHint: 'Nur Text. Links werden von selbst welche.',
  },
  poll: {
    title: 'Deine Frage.',
    content: 'Mehr dazu (optional)',
    contentHint: 'Nur Text. Links werden von selbst welche.',
  },
  discussion: {
    title: 'Das Thema in einem Satz.',
    content: 'Worum geht’s?',
    contentHint: 'Nur Text. Links werden von selbst welche.',
  },
}
