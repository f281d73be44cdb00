/** What orders do not say of what was sold, and the product does. */
export interface ProductFact {
  readonly category: string | null
  readonly brand: string | null
  readonly vintage: string | null
  readonly varietal: string | null
}

export interface ProductFacts {
  of(productId: string | null): ProductFact | null
}

export const factsOf = (products: ReadonlyMap<string, ProductFact>): ProductFacts => ({
  of: (productId) => (productId === null ? null : (products.get(productId) ?? null)),
})
