import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSignInGate } from '#web/lib/auth/viewer/sign-in-request.ts'
import { viewer } from '#web/lib/auth/viewer/viewer.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import type { Choice, Target } from './own-choices.ts'

type Code = { choose(target: Target, choice: Choice): void }
type LoadableCode<Loaded> = {
  load(client: QueryClient): Promise<Loaded>
  loaded(): Loaded | undefined
  sayNotLoaded(): void
}

/**
 * The code that writes choices about one noun; only members load it. Held here, because importing even a loaded module
 * takes until the next frame.
 */
export function choiceCode<Loaded extends Code>(
  load: (client: QueryClient) => Promise<Loaded>,
  notLoaded: { title: string; text: string },
): LoadableCode<Loaded> {
  let code: Loaded | undefined
  return {
    async load(client) {
      code = await load(client)
      return code
    },
    loaded: () => code,
    sayNotLoaded: () => showToast({ ...notLoaded, kind: 'error' }),
  }
}

/** Makes a choice on a tap: immediately for members, after signing in for guests (`description` explains what for). */
export function useChoose<Loaded extends Code>(code: LoadableCode<Loaded>, description: string) {
  const client = useQueryClient()
  const gate = useSignInGate({ description })
  return (target: Target, choice: Choice): void => {
    const loaded = viewer().state === 'member' ? code.loaded() : undefined
    if (loaded) loaded.choose(target, choice)
    else gate(() => code.load(client).then((now) => now.choose(target, choice), code.sayNotLoaded), [[target, choice]])
  }
}
