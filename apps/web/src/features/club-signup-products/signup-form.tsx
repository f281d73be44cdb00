import { Paper, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ClubSignupProducts, ProductChoice } from '#contract/visits.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { NoProducts } from '../product-choices/no-products.tsx'
import { ProductTable } from '../product-choices/product-table.tsx'
import { SaveBar } from '../product-choices/save-bar.tsx'
import { useDraft } from '../product-choices/use-draft.ts'
import { useForgetNumbers } from '../product-choices/use-forget-numbers.ts'
import {
  clubNamed,
  clubProblem,
  draftOf,
  draftProblem,
  productToggled,
  type SignupDraft,
  sentSignups,
  wireOf,
} from './signup-draft.ts'

interface StoredSignups extends ClubSignupProducts {
  readonly choices: readonly ProductChoice[]
}

const NOT_SAVED = 'Failed to save club signup products. Please try again.'

/** The choice itself, changed here and saved in one go. */
export const SignupForm = ({ stored }: { stored: StoredSignups }) => {
  const { queries } = useRuntime()
  const forgetNumbers = useForgetNumbers()
  const draft = useDraft<SignupDraft>(draftOf(stored), wireOf)
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
              onChange={({ currentTarget }) => change(clubNamed(value, sku, currentTarget.value), `club ${sku}`)}
            />
          )}
          onToggle={({ sku, title }) => change(productToggled(value, sku, title))}
        />
      </Paper>
      <SaveBar
        draft={draft}
        isSaving={save.isPending}
        problem={draftProblem(value)}
        onSave={() => save.mutate(sentSignups(value))}
      />
    </Stack>
  )
}
