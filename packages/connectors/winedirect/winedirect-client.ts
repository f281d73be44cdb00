import type { PlatformClient } from '../kit/platform-client.ts'
import { RequestRejected } from '../kit/platform-problems.ts'
import { buildEnvelope, type SoapCredentials, type SoapParameters } from './soap/envelope.ts'
import { assertFound, classifySoap, readSoap, type SoapAnswer } from './soap/soap-response.ts'
import type { XmlElement } from './soap/xml-element.ts'

/** The path of each group of calls. */
const SERVICES = {
  order: '/V304/OrderService.cfc',
  product: '/V300/ProductService.cfc',
  inventory: '/V300/InventoryService.cfc',
  contact: '/V300/ContactService.cfc',
  club: '/V300/ClubMembershipService.cfc',
} as const
export type WineDirectService = keyof typeof SERVICES

/**
 * The platform does not publish its rate limits; every call respects the limits in response headers. This one limits a first
 * read of years, which takes one call per order.
 */
export const CALLS_BUDGET = { name: 'calls', calls: 1200, perMs: 60_000 } as const

export interface WineDirectClient {
  /** The result of the call; throws the errors of platform-problems.ts. */
  call(service: WineDirectService, operation: string, parameters: SoapParameters): Promise<XmlElement>
}

export const createWineDirectClient = (client: PlatformClient, credentials: SoapCredentials): WineDirectClient => {
  const secrets = [credentials.password, credentials.username]
  const authorization = `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`
  return {
    async call(service, operation, parameters) {
      let soap: SoapAnswer | null = null
      const { status } = await client.send({
        method: 'POST',
        path: SERVICES[service],
        headers: {
          accept: 'text/xml',
          'content-type': 'text/xml; charset=utf-8',
          soapaction: '""',
          authorization,
        },
        body: buildEnvelope(operation, credentials, parameters),
        budgets: [CALLS_BUDGET.name],
        classify: (answer, now) => {
          soap = readSoap(operation, answer.text)
          return classifySoap(soap, answer, now)
        },
      })
      return assertFound(operation, assertSoap(soap, operation, status), secrets)
    },
  }
}

const assertSoap = (soap: SoapAnswer | null, operation: string, status: number): SoapAnswer => {
  const isRefusal = status >= 300 && (soap === null || (soap.kind === 'other' && !soap.isMaintenance))
  if (soap === null || isRefusal) throw new RequestRejected(`WineDirect rejected ${operation} (status ${status})`)
  return soap
}
