import type { Backend } from '@hot/embedded'
import type { Contract } from './open-contract.ts'

/** Mails to an address, and the targets of their links. */
export function accountMails(contract: () => Contract & { backend: Backend }) {
  const mailTo = (address: string) =>
    contract()
      .backend.mailbox.list()
      .find((mail) => mail.to === address)
  const targetOf = async (link: string) =>
    new URL((await contract().fetch(new Request(link))).headers.get('location') ?? '')
  return {
    mailTo,
    linkIn: (address: string) => /http\S+\/verify\S+/.exec(mailTo(address)?.text ?? '')?.[0] ?? '',
    codeIn: (address: string) => /this code: (\d{6})/.exec(mailTo(address)?.text ?? '')?.[1] ?? '',
    targetOf,
    fragmentOf: async (link: string) => new URLSearchParams((await targetOf(link)).hash.slice(1)),
  }
}
