import type { Connection } from '../kit/connector.ts'
import { createAdminApi } from './admin-api.ts'
import type { ExportTools } from './bulk-export.ts'
import { askShop, type Shop } from './shop.ts'

/** What the streams of one connection share. */
export interface ShopifySession {
  readonly tools: ExportTools
  /** asked for once */
  shop(): Promise<Shop>
}

export const openSession = ({ client, secrets, now }: Connection): ShopifySession => {
  const api = createAdminApi(client, secrets.accessToken ?? '')
  let asked: Promise<Shop> | null = null
  return {
    tools: { api, client, now },
    shop: () => {
      asked ??= askShop(api)
      return asked
    },
  }
}
