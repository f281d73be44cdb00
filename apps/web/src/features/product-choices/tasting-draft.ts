import type { TastingExperiences } from '#contract/visits.ts'

/** The edited tasting settings: guests per unit by SKU (null while the field is empty). */
export interface TastingDraft {
  readonly guests: ReadonlyMap<string, number | null>
  readonly excluded: ReadonlySet<string>
}

const MAX_GUESTS = 100

export const toDraft = ({ products, excludedExperiences }: TastingExperiences): TastingDraft => ({
  guests: new Map(products.map(({ sku, guestsPerUnit }) => [sku, guestsPerUnit])),
  excluded: new Set(excludedExperiences),
})

/** A newly selected product defaults to one guest per unit. */
export const withProductToggled = (draft: TastingDraft, sku: string): TastingDraft => {
  const guests = new Map(draft.guests)
  if (!guests.delete(sku)) guests.set(sku, 1)
  return { ...draft, guests }
}

export const withGuests = (draft: TastingDraft, sku: string, count: number | null): TastingDraft => ({
  ...draft,
  guests: new Map(draft.guests).set(sku, count),
})

export const withExperienceToggled = (draft: TastingDraft, name: string): TastingDraft => {
  const excluded = new Set(draft.excluded)
  if (!excluded.delete(name)) excluded.add(name)
  return { ...draft, excluded }
}

/** The error of a number of guests per unit; null when valid. */
export const guestsProblem = (count: number | null): string | null =>
  count !== null && Number.isInteger(count) && count >= 1 && count <= MAX_GUESTS ? null : `1 to ${MAX_GUESTS}`

/** Why the draft cannot be saved; null when it can. */
export const draftProblem = ({ guests }: TastingDraft): string | null =>
  [...guests.values()].some((count) => guestsProblem(count) !== null)
    ? 'Enter the number of guests for each selected product'
    : null

/** The request body, in an order independent of the order of selection. */
export const toRequest = ({ guests, excluded }: TastingDraft): TastingExperiences => ({
  products: [...guests]
    .map(([sku, count]) => ({ sku, guestsPerUnit: count ?? 0 }))
    .toSorted((a, b) => (a.sku < b.sku ? -1 : 1)),
  excludedExperiences: [...excluded].toSorted(),
})

export const serializeDraft = (draft: TastingDraft): string => JSON.stringify(toRequest(draft))
