import { PRODUCTS, productFactsOf } from './products.ts'
import { readWhole } from './whole-stream.ts'
import type { WineDirectClient } from './winedirect-client.ts'

/** What products say of an order's items: items name their product, but neither brand nor vintage. */
export interface ProductFacts {
  of(productId: string | null): { readonly brand: string | null; readonly vintage: string | null } | undefined
}

/** Asks once, when it is first needed. */
export const createProductFacts = (client: WineDirectClient): (() => Promise<ProductFacts>) => {
  let facts: Promise<ProductFacts> | null = null
  const load = async (): Promise<ProductFacts> => {
    const byId = new Map<string, { brand: string | null; vintage: string | null }>()
    for await (const { records } of readWhole(client, PRODUCTS, {})) {
      for (const { id, brand, vintage } of productFactsOf(records)) byId.set(id, { brand, vintage })
    }
    return { of: (productId) => (productId === null ? undefined : byId.get(productId)) }
  }
  return () => {
    facts ??= load()
    return facts
  }
}
