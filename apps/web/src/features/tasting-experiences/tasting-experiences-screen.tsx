import { NumberInput, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ProductChoice, TastingExperiences } from '#contract/visits.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { NoProducts, ProductTable } from '#web/features/product-choices/product-table.tsx'
import { SaveBar } from '#web/features/product-choices/save-bar.tsx'
import { useDraft, useInvalidateNumbers } from '#web/features/product-choices/use-draft.ts'
import { type Experience, ExperienceTable } from './experience-table.tsx'
import {
  draftProblem,
  guestsProblem,
  serializeDraft,
  type TastingDraft,
  toDraft,
  toRequest,
  withExperienceToggled,
  withGuests,
  withProductToggled,
} from './tasting-draft.ts'

interface GuestsInputProps {
  /** the product's name */
  readonly product: string
  /** null while the field is empty */
  readonly count: number | null
  readonly onChange: (count: number | null) => void
}

/** The number of guests per unit of a product. */
const GuestsInput = ({ product, count, onChange }: GuestsInputProps) => (
  <NumberInput
    aria-label={`Guests per unit of ${product}`}
    size="sm"
    maw={110}
    allowDecimal={false}
    allowNegative={false}
    maxLength={3}
    value={count ?? ''}
    error={guestsProblem(count)}
    onChange={(value) => onChange(value === '' ? null : Number(value))}
  />
)

interface StoredTastings extends TastingExperiences {
  readonly choices: readonly ProductChoice[]
  readonly experiences: readonly Experience[]
}

const NOT_SAVED = 'Failed to save tasting experiences. Please try again.'

/** Edits the selection, saved as a whole. */
const TastingForm = ({ stored }: { stored: StoredTastings }) => {
  const { queries } = useRuntime()
  const forgetNumbers = useInvalidateNumbers()
  const draft = useDraft<TastingDraft>(toDraft(stored), serializeDraft)
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
              onToggle={(name) => change(withExperienceToggled(value, name))}
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
                onChange={(count) => change(withGuests(value, sku, count), `guests ${sku}`)}
              />
            )}
            onToggle={({ sku }) => change(withProductToggled(value, sku))}
          />
        </Stack>
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

/** Selects the products and reservations that count as tastings. */
export const TastingExperiencesScreen = () => {
  const { queries } = useRuntime()
  const { data, error, refetch } = useQuery(
    // Do not replace data that is being edited.
    queries.visits.tastingExperiences.queryOptions({ refetchOnWindowFocus: false, gcTime: 0 }),
  )
  return (
    <Stack maw={960} mx="auto">
      <div>
        <Title order={1}>Tasting Experiences</Title>
        <Text c="dimmed" size="sm">
          What counts as a tasting, and for how many guests. Tasting and club signup conversions are based on this.
        </Text>
      </div>
      {error && <LoadFailure error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton h={240} />}
      {data && <TastingForm stored={data} />}
    </Stack>
  )
}
