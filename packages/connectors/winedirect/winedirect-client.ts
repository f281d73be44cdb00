import type { PlatformClient } from '../kit/platform-client.ts'
import { CallRefused } from '../kit/platform-problems.ts'
import { envelopeOf, type SoapCredentials, type SoapParameters } from './soap/envelope.ts'
import { demandFound, judgeSoap, readSoap, type SoapAnswer } from './soap/soap-answer.ts'
import type { XmlElement } from './soap/xml-element.ts'

/** Where each group of calls is answered. */
const SERVICES = {
  order: '/V304/OrderService.cfc',
  product: '/V300/ProductService.cfc',
  inventory: '/V300/InventoryService.cfc',
  contact: '/V300/ContactService.cfc',
  club: '/V300/ClubMembershipService.cfc',
} as const
export type WineDirectService = keyof typeof SERVICES

/**
 * The platform's own limits are not published, only told by headers, which every call respects. This one keeps a first read of
 * years, with a call for each order, from looking like an attack.
 */
export const CALLS_BUDGET = { name: 'calls', calls: 1200, perMs: 60_000 } as const

export interface WineDirectClient {
  /** What the call returns; throws what platform-problems.ts holds. */
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
        body: envelopeOf(operation, credentials, parameters),
        budgets: [CALLS_BUDGET.name],
        judge: (answer, now) => {
          soap = readSoap(operation, answer.text)
          return judgeSoap(soap, answer, now)
        },
      })
      return demandFound(operation, demandSoap(soap, operation, status), secrets)
    },
  }
}

const demandSoap = (soap: SoapAnswer | null, operation: string, status: number): SoapAnswer => {
  const isRefusal = status >= 300 && (soap === null || (soap.kind === 'other' && !soap.isMaintenance))
  if (soap === null || isRefusal) throw new CallRefused(`WineDirect refuses ${operation} (status ${status})`)
  return soap
}
