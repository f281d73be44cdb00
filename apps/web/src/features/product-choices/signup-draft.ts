import type { ClubSignupProducts } from '#contract/visits.ts'

/** Club names by SKU of the selected products. */
export type SignupDraft = ReadonlyMap<string, string>

const MAX_NAME_LENGTH = 200

export const toDraft = ({ products }: ClubSignupProducts): SignupDraft =>
  new Map(products.map(({ sku, clubName }) => [sku, clubName]))

/** A newly selected product defaults to a club of its own name. */
export const withProductToggled = (draft: SignupDraft, sku: string, title: string | null): SignupDraft => {
  const clubs = new Map(draft)
  if (!clubs.delete(sku)) clubs.set(sku, title ?? sku)
  return clubs
}

export const withClubName = (draft: SignupDraft, sku: string, clubName: string): SignupDraft =>
  new Map(draft).set(sku, clubName)

/** A club name's error; null when valid. */
export const clubProblem = (clubName: string): string | null => {
  if (clubName.trim() === '') return 'This field is required'
  return clubName.trim().length > MAX_NAME_LENGTH ? `This field must be less than ${MAX_NAME_LENGTH} characters` : null
}

/** Why the draft cannot be saved; null when it can. */
export const draftProblem = (draft: SignupDraft): string | null =>
  [...draft.values()].some((clubName) => clubProblem(clubName) !== null)
    ? 'Enter a club for each selected product'
    : null

/** The request body, in an order independent of the order of selection. */
export const toRequest = (draft: SignupDraft): ClubSignupProducts => ({
  products: [...draft]
    .map(([sku, clubName]) => ({ sku, clubName: clubName.trim() }))
    .toSorted((a, b) => (a.sku < b.sku ? -1 : 1)),
})

export const serializeDraft = (draft: SignupDraft): string => JSON.stringify(toRequest(draft))
