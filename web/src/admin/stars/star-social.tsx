import type { AdminStar } from '@hot/domain/contract/admin/stars'
import { starName } from '@hot/domain/star/name'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { SectionHead } from '#web/ui/layout/section-header.tsx'
import { SocialAccountDialog } from './social-account-dialog.tsx'
import { SocialList } from './social-list.tsx'
import { adminSocialQuery } from './stars-queries.ts'

/** The accounts of one star, in its editor. */
export function StarSocial({ star }: { star: AdminStar }) {
  const [adding, setAdding] = useState(false)
  const list = useInfiniteQuery(adminSocialQuery({ star: star.id }))
  const isEmpty = list.data?.pages[0]?.items.length === 0
  return (
    <section aria-labelledby="star-social">
      <SectionHead title="Social Media" id="star-social">
        <Button small onClick={() => setAdding(true)}>
          Neues Konto
        </Button>
      </SectionHead>
      {isEmpty ? <p className="meta">Noch kein Konto.</p> : <SocialList search={{ star: star.id }} />}
      {adding && (
        <SocialAccountDialog
          account={null}
          star={{ id: star.id, title: starName(star), hint: '' }}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  )
}
