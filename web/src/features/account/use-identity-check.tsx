import { type ReactNode, useState } from 'react'
import { neededProof, type Proof } from './identity.ts'
import { IdentityDialog } from './identity-dialog.tsx'

type Asking = { proof: Proof; answer: (given: boolean) => void }

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

/** For what the server does only for somebody who has just proven who they are. Draw `dialog` somewhere. */
export function useIdentityCheck(): IdentityCheck {
  const [asking, setAsking] = useState<Asking | null>(null)
  const ask = async (proof: Proof): Promise<boolean> => {
    const given = await new Promise<boolean>((answer) => setAsking({ proof, answer }))
    setAsking(null)
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
        if (!(await ask(proof))) return false
      }
    }
  }
  const dialog = asking && (
    <IdentityDialog proof={asking.proof} onProven={() => asking.answer(true)} onClose={() => asking.answer(false)} />
  )
  return { guard, dialog }
}
