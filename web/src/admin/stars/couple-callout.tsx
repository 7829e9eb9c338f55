import type { StarFields } from '@hot/domain/star/star-form'
import { coupleOf, namePartsOf } from '@hot/domain/star/typed-name'
import { Button } from '#web/ui/controls/button.tsx'
import { Callout } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFailure } from '#web/ui/forms/form-footer.tsx'
import type { ZodForm } from '#web/ui/forms/use-zod-form.ts'
import { useWrite } from '../kit/write.ts'
import { namedStar, starFailures } from './api.ts'

type Props = { form: Pick<ZodForm<StarFields>, 'bind'>; fields: StarFields }

/**
 * While typing a new star whose name is that of two people: the second is created by name alone, and the form goes on
 * with the first. Votes, score and fans belong to one person each.
 */
export function CoupleCallout({ form, fields }: Props) {
  const adding = useWrite(namedStar, {
    refusals: starFailures,
    onDone: ({ title, isNew }) =>
      showToast({
        title: isNew ? `${title} angelegt` : `${title} gibt es schon`,
        text: 'Hier geht es mit der ersten Person weiter.',
      }),
  })
  const couple = fields.nickname === '' ? coupleOf(`${fields.first_name} ${fields.last_name}`) : null
  if (!couple) return <FormFailure text={adding.failure} />
  const [one, other] = couple
  const split = async () => {
    if (!(await adding.run(other))) return
    const { first_name, last_name } = namePartsOf(one)
    form.bind('first_name').onChange(first_name)
    form.bind('last_name').onChange(last_name)
  }
  return (
    <Callout kind="warn">
      <p>
        Zwei Personen anlegen? Jede bekommt dann eigene Stimmen und Fans: {one} bleibt hier, {other} wird gleich
        angelegt.
      </p>
      <FormFailure text={adding.failure} />
      <Button small busy={adding.busy} onClick={() => void split()}>
        Zwei Personen anlegen
      </Button>
    </Callout>
  )
}
