import { useQuery } from '@tanstack/react-query'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { ScreenProps } from '../screen-props.ts'
import { signUpSettingsQuery } from '../sign-up-settings.ts'

/** Required in invite mode, and shown whenever somebody came with a code. */
export function InviteCodeField({ state, dispatch }: ScreenProps) {
  const { data: settings } = useQuery(signUpSettingsQuery)
  if (!settings?.inviteOnly && state.inviteCode === '') return null
  return (
    <TextField
      label="Einladungscode"
      name="invite-code"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={12}
      value={state.inviteCode}
      onInput={(event) => dispatch({ type: 'invite', code: event.currentTarget.value })}
      hint={settings?.inviteOnly ? 'Neue Konten gibt es gerade nur mit Einladung.' : 'Aus deiner Einladung.'}
    />
  )
}
