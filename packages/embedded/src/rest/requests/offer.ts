import type { Engine } from '../../database/engine.ts'
import { answerForLater } from '../answers.ts'
import { type RestRequests, refuseRequest, withReadableColumns } from './allowed-requests.ts'
import { openCatalogue } from './catalogue.ts'
import { refuseHeaders } from './headers.ts'

/** What REST offers, as the database is now. */
export type Offer = {
  /** Why the library behind does not get to read a request; undefined: it may. */
  refuse(request: Request, role: string): Promise<Response | undefined>
  /** The request with the columns that `*` stands for. */
  spelledOut(request: Request, role: string): Promise<Request>
  /** To be called after migrations. */
  forget(): void
}

export function openOffer(engine: Engine, requests: RestRequests | undefined): Offer {
  const catalogue = openCatalogue(engine)
  return {
    refuse: async (request, role) => {
      try {
        return refuseHeaders(request) ?? refuseRequest(request, role, await catalogue.read(), requests)
      } catch (error) {
        const forLater = answerForLater(error)
        if (!forLater) throw error
        return forLater
      }
    },
    spelledOut: async (request, role) => {
      const url = new URL(request.url)
      const written = withReadableColumns(url, role, await catalogue.read())
      return written === url ? request : new Request(written, request)
    },
    forget: catalogue.forget,
  }
}
