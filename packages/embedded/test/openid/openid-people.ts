import { createHash } from 'node:crypto'
import type { Account } from 'oidc-provider'

/** Who signs in at the provider, as chosen on its page. */
export type Person = {
  email: string
  /** Whether the provider says that it has checked the address. */
  verified: boolean
  name: string
  /** The provider's id of the person; it stays when the address changes. */
  subject: string
}

/** The same address is the same person, unless the page names somebody else. */
export const subjectOf = (email: string) => createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 24)

const accountOf = (person: Person): Account => ({
  accountId: person.subject,
  claims: async () => ({
    sub: person.subject,
    email: person.email,
    email_verified: person.verified,
    name: person.name,
    picture: `https://pictures.example/${person.subject}.png`,
  }),
})

/** Everybody who has signed in here, with their latest data. */
export function openPeople() {
  const people = new Map<string, Person>()
  const greeted = new Set<string>()
  return {
    remember: (person: Person) => void people.set(person.subject, person),
    find: (subject: string) => {
      const person = people.get(subject)
      return person && accountOf(person)
    },
    /** Apple tells an app the name of a person once, and never again. */
    nameFor: (client: string, subject: string): string | undefined => {
      const key = `${client} ${subject}`
      if (greeted.has(key)) return undefined
      greeted.add(key)
      return people.get(subject)?.name
    },
  }
}
