import { memberSentences } from '@hot/domain/member/refusals'
import { memberInvitationForm } from '@hot/domain/member/staff-forms'
import { Link, useRouter } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { useStaff } from '../kit/access.tsx'
import { useEntityForm } from '../kit/entity-form.tsx'
import { AdminHead } from '../kit/screen.tsx'
import { editUserPath, usersPath } from '../paths.ts'
import { inviteMember, usersKey } from './api.ts'

// The server's own answer has a hint and no sentence.
const refusals = {
  not_allowed: memberSentences['not_allowed.admins'],
  no_secret_key:
    'Der Server hat keinen geheimen Schlüssel. Setz SUPABASE_SECRET_KEY (docs/operations/configure.md) und starte ihn neu.',
  email_exists: 'Mit dieser Adresse gibt es schon einen Account. Such ihn in der Liste.',
  email_domain_not_allowed:
    'Von diesem Anbieter nehmen wir keine Adressen. Erlaub die Domain in den Einstellungen oder nimm eine andere.',
  over_email_send_rate_limit: 'Gerade gingen zu viele Mails hinaus. Warte ein paar Minuten und versuch es noch einmal.',
}

/** `/admin/users/create`: invites a person by mail, who chooses a password and nickname after following its link. */
export default function UserCreateScreen() {
  const { userId } = useStaff()
  const router = useRouter()
  const form = useEntityForm({
    schema: memberInvitationForm,
    initial: { email: '' },
    save: ({ email }) => inviteMember(email),
    onSaved: (id) => {
      showToast({ title: 'Einladung verschickt', text: 'Rolle und alles Weitere stellst du hier ein.' })
      return router.navigate({ to: editUserPath(id) })
    },
    refusals,
    affects: [usersKey(userId)],
  })
  const email = form.input('email')
  return (
    <>
      <AdminHead
        title="Nutzer einladen"
        intro="Der Account entsteht sofort. Passwort und Nickname wählt, wer die Mail bekommt. Das geht auch, wenn sonst nur Einladungscodes zählen."
      >
        <Link to={usersPath} className={buttonClass()}>
          Alle Nutzer
        </Link>
      </AdminHead>
      <form {...form.formProps} className="grid max-w-140 gap-4">
        <TextField label="E-Mail" type="email" {...email} maxLength={254} autoComplete="off" />
        <FormFooter action={form.action} submit="Einladung schicken" disabled={email.value.trim() === ''} />
      </form>
    </>
  )
}
