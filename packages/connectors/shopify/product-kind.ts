import { toItemKind, vintageIn } from '#domain/item-kind/item-kind.ts'

/** Fields of Shopify that determine the kind of a product. */
interface ArticleFacts {
  readonly isGiftCard: boolean
  readonly title: string
  /** product type chosen by the shop */
  readonly productType: string | null
  /** category in Shopify's taxonomy, such as `Food, Beverages & Tobacco > Beverages > Alcoholic Beverages > Wine` */
  readonly taxonomy: string | null
}

/** The category is the shop's product type, else the last level of Shopify's taxonomy: its upper levels are food for wine too. */
export const kindColumns = ({ isGiftCard, title, productType, taxonomy }: ArticleFacts) => {
  const leaf = taxonomy?.split('>').at(-1)?.trim() ?? null
  const kind = isGiftCard ? 'gift_card' : toItemKind({ title, categories: [productType, leaf] })
  return { category: productType ?? leaf, vintage: vintageIn(title, kind), item_kind: kind }
}

/** The title with the variant's; Shopify names the only variant of a product `Default Title`. */
export const fullTitle = (title: string, variantTitle: string | null): string =>
  variantTitle === null || variantTitle === 'Default Title' ? title : `${title} - ${variantTitle}`
