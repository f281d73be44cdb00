import { z } from 'zod'
import { audited, endpointFor } from './endpoint.ts'

const Sku = z.string().trim().min(1).max(200)

/** A product to choose, with its sales in the last year. */
export const ProductChoice = z.object({
  sku: z.string(),
  title: z.string().nullable(),
  category: z.string().nullable(),
  unitsSold: z.number(),
})
export type ProductChoice = z.infer<typeof ProductChoice>

/** What counts as a tasting: products with guests per unit, and reservation experiences. */
export const TastingExperiences = z.object({
  products: z.array(z.object({ sku: Sku, guestsPerUnit: z.number().int().min(1).max(100) })).max(2000),
  /** experiences of reservations that are not tastings, such as a dinner */
  excludedExperiences: z.array(z.string().max(500)).max(2000),
})
export type TastingExperiences = z.infer<typeof TastingExperiences>

/** Products whose sale is a club signup, for platforms without memberships. */
export const ClubSignupProducts = z.object({
  products: z.array(z.object({ sku: Sku, clubName: z.string().trim().min(1).max(200) })).max(2000),
})
export type ClubSignupProducts = z.infer<typeof ClubSignupProducts>

/** A kind of gap in the account's data, with the report that shows it. */
export const DataHealthItem = z.object({
  id: z.string(),
  title: z.string(),
  /** which numbers are affected, one sentence */
  effect: z.string(),
  count: z.number().int(),
  /** total number of records */
  of: z.number().int(),
  severity: z.enum(['good', 'notice', 'bad']),
  /** URL of the report that lists them; null if there is none */
  path: z.string().nullable(),
})
export type DataHealthItem = z.infer<typeof DataHealthItem>

const read = endpointFor({ access: 'administration' })
const change = audited('services', { access: 'administration' })

export const visits = {
  tastingExperiences: read('GET /admin/tasting-experiences', 'What counts as a tasting').output(
    TastingExperiences.extend({
      choices: z.array(ProductChoice),
      experiences: z.array(z.object({ name: z.string(), reservations: z.number().int(), guests: z.number().int() })),
    }),
  ),
  saveTastingExperiences: change(
    'PUT /admin/tasting-experiences',
    'Change what counts as a tasting',
    'Changed tasting experiences',
    {
      sample: {
        body: { products: [{ sku: 'TST', guestsPerUnit: 2 }], excludedExperiences: ['Dinner'] },
      },
    },
  )
    .input(TastingExperiences)
    .output(TastingExperiences),
  clubSignupProducts: read('GET /admin/club-signup-products', 'Products whose sale is a club signup').output(
    ClubSignupProducts.extend({ choices: z.array(ProductChoice) }),
  ),
  saveClubSignupProducts: change(
    'PUT /admin/club-signup-products',
    'Change which products are club signups',
    'Changed club signup products',
    { sample: { body: { products: [{ sku: 'CLUB', clubName: 'Estate' }] } } },
  )
    .input(ClubSignupProducts)
    .output(ClubSignupProducts),
  dataHealth: read('GET /data-health', 'Gaps in the data').output(
    z.object({ items: z.array(DataHealthItem), asOf: z.iso.datetime().nullable() }),
  ),
}
