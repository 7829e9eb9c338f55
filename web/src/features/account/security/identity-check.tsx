import { currentPasswordSchema } from '@hot/domain/auth/security-form'
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { passkeyTexts } from '#web/lib/auth/passkeys/passkey-texts.ts'
import { passkeySupportQuery, signInAgainWithPasskey } from '#web/lib/auth/passkeys/passkeys.ts'
import { subscribeViewer, viewer } from '#web/lib/auth/viewer/viewer.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { FormFailure } from '#web/ui/forms/form-footer.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useMember } from '../account-layout.tsx'
import { SectionSkeleton } from '../skeletons.tsx'
import { neededProof, passkeysQuery, type SignInWays, signInAgain, waysQuery } from './api.ts'

/** The server may require a fresh sign-in and then a code; if it requires still more, something is wrong. */
const maxProofs = 3

export type IdentityCheck = {
  /**
   * Runs `act`; when the server requires proof of identity, asks for it and retries. Resolves with false when the
   * person cancels; rejects with any other error.
   */
  guard: (act: () => Promise<unknown>) => Promise<boolean>
  dialog: ReactNode
}

/**
 * Waits for the app shell, which prompts every session that still needs a code and offers signing out instead. Resolves
 * with true once the code was entered, with false once the session has ended.
 */
const codeEntered = (): Promise<boolean> =>
  new Promise((resolve) => {
    const check = () => {
      const now = viewer()
      if (now.state === 'member' && now.assurance.current !== now.assurance.next) return
      stop()
      resolve(now.state === 'member')
    }
    const stop = subscribeViewer(check)
    check()
  })

/** For calls that require recent proof of identity. The caller renders `dialog`. */
export function useIdentityCheck(): IdentityCheck {
  const [answer, setAnswer] = useState<((proven: boolean) => void) | null>(null)
  const signedInAgain = async (): Promise<boolean> => {
    const proven = await new Promise<boolean>((resolve) => setAnswer(() => resolve))
    setAnswer(null)
    return proven
  }
  const guard = async (act: () => Promise<unknown>): Promise<boolean> => {
    for (let proofs = 0; ; proofs++) {
      try {
        await act()
        return true
      } catch (error) {
        const proof = neededProof(error)
        if (!proof || proofs === maxProofs) throw error
        if (!(await (proof === 'code' ? codeEntered() : signedInAgain()))) return false
      }
    }
  }
  const dialog = answer && <IdentityDialog onProven={() => answer(true)} onClose={() => answer(false)} />
  return { guard, dialog }
}

/**
 * Signs in again through a provider. On the web this leaves the page and returns with a fresh session (`elsewhere`);
 * the native apps stay and resolve once it worked. Rejects when it cannot start.
 */
export type SignInWithProvider = (provider: 'google' | 'apple') => Promise<'elsewhere' | 'done' | 'second-factor'>

const ProviderContext = createContext<SignInWithProvider | null>(null)

/** Provides sign-in through a provider, which belongs to another feature; rendered by the route. */
export function ProviderSignIn({ signIn, children }: { signIn: SignInWithProvider; children: ReactNode }) {
  return <ProviderContext value={signIn}>{children}</ProviderContext>
}

function useProviderSignIn(): SignInWithProvider {
  const signIn = useContext(ProviderContext)
  if (!signIn) throw new Error('Die Seite bringt die Anmeldung nicht mit.')
  return signIn
}

type Props = { onProven: () => void; onClose: () => void }

/** Asks the member to prove their identity, by password or provider. */
function IdentityDialog({ onProven, onClose }: Props) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Kurz bestätigen"
      description="Damit das wirklich du bist, melde dich noch einmal an."
    >
      <Ways onProven={onProven} />
    </Dialog>
  )
}

function Ways({ onProven }: { onProven: () => void }) {
  const { user } = useMember()
  const { data, isError, refetch } = useQuery(waysQuery(user.id))
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <SectionSkeleton label="Einen Moment" />
  return <SignInAgain ways={data} onProven={onProven} />
}

const providerNames = { google: 'Google', apple: 'Apple' } as const

/** A fresh sign-in by one of this account's methods. */
function SignInAgain({ ways, onProven }: { ways: SignInWays; onProven: () => void }) {
  const signInWithProvider = useProviderSignIn()
  const byProvider = useWrite(async (provider: SignInWays['providers'][number]) => {
    if ((await signInWithProvider(provider)) !== 'elsewhere') onProven()
  })
  return (
    <div className="grid gap-4">
      {ways.password && <ProvePassword onProven={onProven} />}
      <ProvePasskey onProven={onProven} />
      {ways.providers.map((provider) => (
        <Button key={provider} busy={byProvider.busy} onClick={() => void byProvider.run(provider)}>
          Mit {providerNames[provider]} bestätigen
        </Button>
      ))}
      {ways.providers.length > 0 && (
        <p className="meta">Dafür verlässt du die Seite kurz. Danach drückst du hier noch einmal auf den Knopf.</p>
      )}
      <FormFailure text={byProvider.failure} />
    </div>
  )
}

/** Shown if the account has a passkey and this device can use it. */
function ProvePasskey({ onProven }: { onProven: () => void }) {
  const { user } = useMember()
  const support = useQuery(passkeySupportQuery)
  const own = useQuery({ ...passkeysQuery(user.id), enabled: support.data === 'here' })
  const { busy, failure, run } = useWrite(
    async () => {
      await signInAgainWithPasskey(user.id)
      onProven()
    },
    { refusals: passkeyTexts },
  )
  if (support.data !== 'here' || !own.data?.length) return null
  return (
    <>
      <Button aria-disabled={busy} onClick={() => !busy && void run()}>
        {busy ? 'Wird geprüft …' : 'Mit Passkey bestätigen'}
      </Button>
      <FormFailure text={failure} />
    </>
  )
}

function ProvePassword({ onProven }: { onProven: () => void }) {
  const { user } = useMember()
  const form = useZodForm(currentPasswordSchema, { password: '' })
  const { busy, run } = useWrite(
    async ({ password }: { password: string }) => {
      await signInAgain(user.email, password)
      onProven()
    },
    { onFailed: (error) => form.showErrors({ password: failureText(error) }) },
  )
  return (
    <form {...form.formProps(run)} className="grid gap-4">
      {/* Tells password managers which account this is. */}
      <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField label="Passwort" autoComplete="current-password" {...form.input('password')} />
      <p>
        <Button type="submit" variant="hot" disabled={form.watch('password') === ''} busy={busy}>
          {busy ? 'Wird geprüft …' : 'Bestätigen'}
        </Button>
      </p>
    </form>
  )
}
