import { z } from 'zod'
import type { OpenSession } from '../kit/connector.ts'
import { sampleStreams } from '../kit/stream.ts'
import { platformOrders } from './order-reads.ts'
import { wineDirectStreams } from './winedirect.streams.ts'
import { createWineDirectApi } from './winedirect-api.ts'

const Settings = z.object({ username: z.string().min(1) })
const Secrets = z.object({ password: z.string().min(1) })

export const openWineDirect: OpenSession = ({ settings, secrets, client, now, account: { currency } }) => {
  const api = createWineDirectApi(client, { ...Settings.parse(settings), ...Secrets.parse(secrets) })
  const streams = wineDirectStreams({ api, now, currency })
  const [products, inventory, contacts, clubs, memberships, orders] = streams
  return {
    async test() {
      const { samples, warnings } = await sampleStreams([orders, products, inventory, contacts, clubs, memberships])
      const counted = `WineDirect doesn’t say which currency its amounts are in. They’re counted in ${currency}, your account’s currency.`
      return { name: null, timeZone: null, currency: null, samples, warnings: [counted, ...warnings] }
    },
    streams,
    orders: (span) => platformOrders(api, currency, span),
  }
}
