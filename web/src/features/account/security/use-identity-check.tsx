import { type ReactNode, useState } from 'react'
import { subscribeViewer, viewer } from '#web/lib/auth/viewer/viewer.ts'
import { neededProof } from './identity.ts'
import { IdentityDialog } from './identity-dialog.tsx'

/** A member may be asked for a fresh sign-in and for a code; asked for more than that, something is wrong. */
const mostProofs = 3

export type IdentityCheck = {
  /**
   * Acts; when the server wants to know who is there, asks and acts again. Resolves with false when the person turns
   * back, and rejects with what else goes wrong.
   */
  guard: (act: () => Promise<unknown>) => Promise<boolean>
  dialog: ReactNode
}

/**
 * The shell asks every session that owes a code for it, with signing out as the way around. Resolves with true once the
 * code was shown, with false when nobody is signed in any more.
 */
const codeShown = (): Promise<boolean> =>
  new Promise((resolve) => {
    const look = () => {
      const now = viewer()
      if (now.state === 'member' && now.assurance.current !== now.assurance.next) return
      stop()
      resolve(now.state === 'member')
    }
    const stop = subscribeViewer(look)
    look()
  })

/** For what the server does only for somebody who has just proven who they are. Draw `dialog` somewhere. */
export function useIdentityCheck(): IdentityCheck {
  const [answer, setAnswer] = useState<((given: boolean) => void) | null>(null)
  const signedInAgain = async (): Promise<boolean> => {
    const given = await new Promise<boolean>((resolve) => setAnswer(() => resolve))
    setAnswer(null)
    return given
  }
  const guard = async (act: () => Promise<unknown>): Promise<boolean> => {
    for (let proofs = 0; ; proofs++) {
      try {
        await act()
        return true
      } catch (error) {
        const proof = neededProof(error)
        if (!proof || proofs === mostProofs) throw error
        if (!(await (proof === 'code' ? codeShown() : signedInAgain()))) return false
      }
    }
  }
  const dialog = answer && <IdentityDialog onProven={() => answer(true)} onClose={() => answer(false)} />
  return { guard, dialog }
}
