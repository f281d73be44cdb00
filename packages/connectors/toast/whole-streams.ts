import type { SyncPage, SyncStream } from '../kit/connector.ts'
import { notAllowedPage } from '../kit/not-allowed.ts'
import { productRow } from '../kit/product-row.ts'
import type { Location } from './location.ts'
import { NotAllowed } from './toast-api.ts'

/** A page for each location; one that may not be read says so. */
async function* pageByLocation(
  locations: readonly Location[],
  read: (location: Location) => Promise<Pick<SyncPage, 'read' | 'rows' | 'quarantined'>>,
): AsyncGenerator<SyncPage> {
  for (const location of locations) {
    try {
      yield { ...(await read(location)), removed: [], total: null, next: {} }
    } catch (error) {
      if (!(error instanceof NotAllowed)) throw error
      yield notAllowedPage(`${error.message}.`)
    }
  }
}

/** Products on the published menus of all locations; one that locations share is one product. */
export const productsStream = (locations: readonly Location[]): SyncStream => ({
  name: 'products',
  title: 'Products',
  tables: ['products'],
  reads: 'whole',
  removals: 'fullRead',
  read() {
    const seen = new Set<string>()
    return pageByLocation(locations, async (location) => {
      const { products, read, quarantined } = await location.menu()
      const { currency } = await location.locale()
      const fresh = products.filter(({ id }) => !seen.has(id))
      for (const { id } of fresh) seen.add(id)
      return { read, rows: fresh.map((product) => productRow(product, currency)), quarantined }
    })
  },
})

export const employeesStream = (locations: readonly Location[]): SyncStream => ({
  name: 'team',
  title: 'Team members',
  tables: ['team_members'],
  reads: 'whole',
  removals: 'fullRead',
  read: () =>
    pageByLocation(locations, async (location) => {
      const { rows, quarantined } = await location.employees()
      return { read: rows.length + quarantined.length, rows, quarantined }
    }),
})
