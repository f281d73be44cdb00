import { Paper, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ClubSignupProducts, ProductChoice } from '#contract/visits.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { NoProducts, ProductTable } from '#web/features/product-choices/product-table.tsx'
import { SaveBar } from '#web/features/product-choices/save-bar.tsx'
import { useDraft, useInvalidateNumbers } from '#web/features/product-choices/use-draft.ts'
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

const NOT_SAVED = 'Failed to save club signup products. Please try again.'

/** Edits the selection, saved as a whole. */
const SignupForm = ({ stored }: { stored: StoredSignups }) => {
  const { queries } = useRuntime()
  const forgetNumbers = useInvalidateNumbers()
  const draft = useDraft<SignupDraft>(toDraft(stored), serializeDraft)
  const save = useMutation(
    queries.visits.saveClubSignupProducts.mutationOptions({
      onSuccess: () => {
        draft.saved()
        toast.success('Club signup products saved')
        forgetNumbers()
      },
      onError: (error) => toast.failure(firstMessage(error, NOT_SAVED)),
    }),
  )
  const { value, change } = draft
  if (stored.choices.length === 0 && stored.products.length === 0) return <NoProducts />
  return (
    <Stack>
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
      <SaveBar
        draft={draft}
        isSaving={save.isPending}
        problem={draftProblem(value)}
        onSave={() => save.mutate(toRequest(value))}
      />
    </Stack>
  )
}

/** Selects the products that count as club signups, for platforms without memberships. */
export const ClubSignupProductsScreen = () => {
  const { queries } = useRuntime()
  const { data, error, refetch } = useQuery(
    // Do not replace data that is being edited.
    queries.visits.clubSignupProducts.queryOptions({ refetchOnWindowFocus: false, gcTime: 0 }),
  )
  return (
    <Stack maw={960} mx="auto">
      <div>
        <Title order={1}>Club Signup Products</Title>
        <Text c="dimmed" size="sm">
          For platforms without memberships, such as Shopify and Square. Customers who buy one of these products join
          its club.
        </Text>
      </div>
      {error && <LoadFailure error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton h={240} />}
      {data && <SignupForm stored={data} />}
    </Stack>
  )
}
