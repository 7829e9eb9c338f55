import { useRouter, useRouterState } from '@tanstack/react-router'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { useArrival } from '#web/ui/hooks/use-lazy-module.ts'

const load = () => import('./member-prompts.tsx')

/** Empty for guests; then the place of what members are asked beside the pages. */
export function MemberPromptsSlot() {
  const router = useRouter()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const Prompts = useArrival(useViewer().state === 'member', load)?.default
  return Prompts && <Prompts path={path} onOpen={(to) => router.history.push(to)} />
}
