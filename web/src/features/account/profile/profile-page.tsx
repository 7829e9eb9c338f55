import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { PageHead, SectionHead } from '#web/ui/layout/heading.tsx'
import { useMember } from '../account-frame.tsx'
import { accountQuery } from '../api.ts'
import { SectionSkeleton } from '../skeletons.tsx'
import { AvatarEditor } from './avatar-editor.tsx'
import { ProfileForm } from './profile-form.tsx'

/** `/account/profil`: what others see of a member. */
export function ProfileEditPage() {
  const { user } = useMember()
  const { data, isError, refetch } = useQuery(accountQuery(user.id))
  return (
    <>
      <PageHead title="Profil" intro="Das sehen alle anderen von dir." />
      {isError && !data && (
        <ErrorState title="Dein Profil konnte nicht geladen werden" onRetry={() => void refetch()} />
      )}
      {!isError && !data && <SectionSkeleton label="Dein Profil wird geladen" />}
      {data && (
        <div className="page-grid">
          <section aria-labelledby="bild" className="lg:col-span-5">
            <SectionHead id="bild" title="Bild" />
            <AvatarEditor profile={data.profile} />
          </section>
          <section aria-labelledby="text" className="lg:col-span-7">
            <SectionHead id="text" title="Name und Bio" />
            {/* A form of its own per account: what is typed stays when the profile is read again. */}
            <ProfileForm key={data.profile.id} profile={data.profile} />
          </section>
        </div>
      )}
    </>
  )
}
