import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { ProfileEditPage } from '#web/features/account/profile/profile-page.tsx'

export const Route = createFileRoute('/account/profil')({
  loader: () => ({
    head: pageHead({
      title: 'Profil bearbeiten',
      description: 'Nickname, Bio und Bild.',
      path: '/account/profil',
      noindex: true,
    }),
  }),
  head: loadedHead,
  component: ProfileEditPage,
})
