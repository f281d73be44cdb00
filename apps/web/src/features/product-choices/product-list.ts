import type { ProductChoice } from '#contract/visits.ts'

interface ListedProducts {
  readonly choices: readonly ProductChoice[]
  /** SKUs listed first: those selected when the page opened */
  readonly first: ReadonlySet<string>
  readonly search: string
  /** only these, where given */
  readonly only: ReadonlySet<string> | null
}

/** All choices, plus selected SKUs that no product has anymore. */
export const withMissing = (choices: readonly ProductChoice[], chosen: Iterable<string>): ProductChoice[] => {
  const known = new Set(choices.map(({ sku }) => sku))
  const missing = [...new Set(chosen)].filter((sku) => !known.has(sku))
  return [...choices, ...missing.map((sku) => ({ sku, title: null, category: null, unitsSold: 0 }))]
}

/** The products to show: those of `first`, then the others, in the given order. All search words must match. */
export const listedProducts = ({ choices, first, search, only }: ListedProducts): ProductChoice[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const isWanted = ({ sku, title, category }: ProductChoice): boolean => {
    const text = `${sku} ${title ?? ''} ${category ?? ''}`.toLowerCase()
    return (only === null || only.has(sku)) && words.every((word) => text.includes(word))
  }
  const wanted = choices.filter(isWanted)
  return [...wanted.filter(({ sku }) => first.has(sku)), ...wanted.filter(({ sku }) => !first.has(sku))]
}
