import { failFields } from '#contract/errors.ts'

/** A product has one rule. Throws `request.invalid` naming each entry whose SKU an earlier one has. */
export const demandUniqueSkus = (products: readonly { readonly sku: string }[]): void => {
  const first = new Map<string, number>()
  const items = products.flatMap(({ sku }, place) => {
    const earlier = first.get(sku)
    if (earlier === undefined) first.set(sku, place)
    return earlier === undefined ? [] : [{ field: `products[${place}].sku`, message: 'This product is listed twice' }]
  })
  if (items.length > 0) throw failFields('request.invalid', items)
}
