import { createFileRoute } from '@tanstack/react-router'
import { loadedHead } from '#web/app/loaded-head.ts'
import { pageHead } from '#web/app/page-head.ts'
import { SignInRequired } from '#web/app/sign-in-required.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

export const Route = createFileRoute('/trashtalk/erstellen')({
  loader: () => ({
    head: pageHead({
      title: 'Beitrag schreiben',
      description: 'Gerücht, Umfrage oder Diskussion: Schreib mit beim Trashtalk auf HoT.',
      path: '/trashtalk/erstellen',
      noindex: true,
    }),
  }),
  head: loadedHead,
  component: CreatePostPage,
})

function CreatePostPage() {
  return (
    <div className="page">
      <PageHead
        title="Beitrag schreiben"
        intro="Ein Gerücht, eine Umfrage oder eine Diskussion. Das Team schaut kurz drüber, dann reden alle mit."
      />
      <SignInRequired as="h2" text="Zum Schreiben brauchst du ein Konto. Bitte melde dich an:" />
    </div>
  )
}
