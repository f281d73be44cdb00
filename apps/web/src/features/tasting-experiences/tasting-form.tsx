import { Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ProductChoice, TastingExperiences } from '#contract/visits.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { NoProducts } from '../product-choices/no-products.tsx'
import { ProductTable } from '../product-choices/product-table.tsx'
import { SaveBar } from '../product-choices/save-bar.tsx'
import { useDraft } from '../product-choices/use-draft.ts'
import { useForgetNumbers } from '../product-choices/use-forget-numbers.ts'
import { type Experience, ExperienceTable } from './experience-table.tsx'
import { GuestsInput } from './guests-input.tsx'
import {
  draftOf,
  draftProblem,
  experienceToggled,
  guestsSet,
  productToggled,
  sentTastings,
  type TastingDraft,
  wireOf,
} from './tasting-draft.ts'

interface StoredTastings extends TastingExperiences {
  readonly choices: readonly ProductChoice[]
  readonly experiences: readonly Experience[]
}

const NOT_SAVED = 'Failed to save tasting experiences. Please try again.'

/** The choice itself, changed here and saved in one go. */
export const TastingForm = ({ stored }: { stored: StoredTastings }) => {
  const { queries } = useRuntime()
  const forgetNumbers = useForgetNumbers()
  const draft = useDraft<TastingDraft>(draftOf(stored), wireOf)
  const save = useMutation(
    queries.visits.saveTastingExperiences.mutationOptions({
      onSuccess: () => {
        draft.saved()
        toast.success('Tasting experiences saved')
        forgetNumbers()
      },
      onError: (error) => toast.failure(firstMessage(error, NOT_SAVED)),
    }),
  )
  const { value, change } = draft
  if (stored.choices.length === 0 && stored.experiences.length === 0 && stored.products.length === 0) {
    return <NoProducts />
  }
  return (
    <Stack>
      {stored.experiences.length > 0 && (
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <Stack gap="sm">
            <div>
              <Title order={2}>Reservations</Title>
              <Text size="sm" c="dimmed">
                Guests who showed up for a reservation count as tasters. Clear anything that isn’t a tasting, such as a
                dinner.
              </Text>
            </div>
            <ExperienceTable
              experiences={stored.experiences}
              excluded={value.excluded}
              onToggle={(name) => change(experienceToggled(value, name))}
            />
          </Stack>
        </Paper>
      )}
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <Stack gap="sm">
          <div>
            <Title order={2}>Products</Title>
            <Text size="sm" c="dimmed">
              For tastings sold without a reservation: how many guests each unit sold represents.
            </Text>
          </div>
          <ProductTable
            choices={stored.choices}
            chosen={new Set(value.guests.keys())}
            detail="Guests per unit"
            detailOf={({ sku, title }) => (
              <GuestsInput
                product={title ?? sku}
                count={value.guests.get(sku) ?? null}
                onChange={(count) => change(guestsSet(value, sku, count), `guests ${sku}`)}
              />
            )}
            onToggle={({ sku }) => change(productToggled(value, sku))}
          />
        </Stack>
      </Paper>
      <SaveBar
        draft={draft}
        isSaving={save.isPending}
        problem={draftProblem(value)}
        onSave={() => save.mutate(sentTastings(value))}
      />
    </Stack>
  )
}
