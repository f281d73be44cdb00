import { z } from 'zod'
import { describeSamples } from '../kit/connection-samples.ts'
import type { OpenSession, PlatformFacts } from '../kit/connector.ts'
import { sampleServices } from './connection-samples.ts'
import { contactsStream } from './contacts.ts'
import { inventoryStream } from './inventory.ts'
import { clubsStream, membershipsStream } from './memberships.ts'
import { ordersStream } from './orders-stream.ts'
import { platformOrders } from './platform-orders.ts'
import { createProductFacts, productsStream } from './products.ts'
import { createWineDirectClient, type WineDirectClient } from './winedirect-client.ts'

const Settings = z.object({ username: z.string().min(1) })
const Secrets = z.object({ password: z.string().min(1) })

const test = async (client: WineDirectClient, currency: string): Promise<PlatformFacts> => {
  const { sampled, refused } = await sampleServices(client)
  const { samples, warnings } = describeSamples(sampled)
  const counted = `WineDirect doesn’t say which currency its amounts are in. They’re counted in ${currency}, your account’s currency.`
  return { name: null, timeZone: null, currency: null, samples, warnings: [counted, ...refused, ...warnings] }
}

export const openWineDirect: OpenSession = ({ settings, secrets, client: calls, now, account }) => {
  const { username } = Settings.parse(settings)
  const { password } = Secrets.parse(secrets)
  const client = createWineDirectClient(calls, { username, password })
  const source = { client, currency: account.currency, products: createProductFacts(client) }
  return {
    test: () => test(client, account.currency),
    streams: [
      productsStream(client, account.currency),
      inventoryStream(client),
      contactsStream(client, now),
      clubsStream(client),
      membershipsStream(client, now),
      ordersStream(source, now),
    ],
    orders: (span) => platformOrders(source, span),
  }
}
