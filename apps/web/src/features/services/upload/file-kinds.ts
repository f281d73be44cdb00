import type { FilePreview } from '#contract/services.ts'

type Kind = FilePreview['kind']

// A total map, so that a kind added to the contract is missed here by the compiler and not by a user. The contract's own
// list would bring its schemas into the page.
const PLACES: Readonly<Record<Kind, number>> = {
  order_lines: 1,
  orders: 2,
  customers: 3,
  products: 4,
  inventory: 5,
  memberships: 6,
  reservations: 7,
}

const isKind = (name: string): name is Kind => Object.hasOwn(PLACES, name)

/** What a file may hold, in the order of the choice. */
export const FILE_KINDS: readonly Kind[] = Object.keys(PLACES)
  .filter(isKind)
  .sort((a, b) => PLACES[a] - PLACES[b])
