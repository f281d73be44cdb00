import { Paper, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ClubSignupProducts, ProductChoice } from '#contract/visits.ts'
import { useDraft } from '#web/app/draft/use-draft.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { ChoicesForm, ChoicesScreen } from './choices-screen.tsx'
import { NoProducts, ProductTable } from './product-table.tsx'
import {
  clubProblem,
  draftProblem,
  type SignupDraft,
  serializeDraft,
  toDraft,
  toRequest,
  withClubName,
  withProductToggled,
} from './signup-draft.ts'

interface StoredSignups extends ClubSignupProducts {
  readonly choices: readonly ProductChoice[]
}

/** Edits the selection, saved as a whole. */
const SignupForm = ({ stored }: { stored: StoredSignups }) => {
  const { api } = useRuntime()
  const draft = useDraft<SignupDraft>(toDraft(stored), serializeDraft)
  const { value, change } = draft
  if (stored.choices.length === 0 && stored.products.length === 0) return <NoProducts />
  return (
    <ChoicesForm
      draft={draft}
      name="Club signup products"
      problem={draftProblem(value)}
      send={() => api.visits.saveClubSignupProducts(toRequest(value))}
    >
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <ProductTable
          choices={stored.choices}
          chosen={new Set(value.keys())}
          detail="Club"
          hasLongDetail
          detailOf={({ sku, title }) => (
            <TextInput
              aria-label={`Club for ${title ?? sku}`}
              value={value.get(sku) ?? ''}
              error={clubProblem(value.get(sku) ?? '')}
              onChange={({ currentTarget }) => change(withClubName(value, sku, currentTarget.value), `club ${sku}`)}
            />
          )}
          onToggle={({ sku, title }) => change(withProductToggled(value, sku, title))}
        />
      </Paper>
    </ChoicesForm>
  )
}

/** Selects the products that count as club signups, for platforms without memberships. */
export const ClubSignupProductsScreen = () => {
  const { queries } = useRuntime()
  const query = useQuery(queries.visits.clubSignupProducts.queryOptions())
  return (
    <ChoicesScreen
      title="Club Signup Products"
      text="For data without memberships, such as order files, Shopify, or Square. Customers who buy one of these products join its club."
      query={query}
    >
      {(stored) => <SignupForm stored={stored} />}
    </ChoicesScreen>
  )
}
