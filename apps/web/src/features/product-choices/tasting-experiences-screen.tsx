import { Checkbox, NumberInput, Paper, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ProductChoice, TastingExperiences } from '#contract/visits.ts'
import { useDraft } from '#web/app/draft/use-draft.ts'
import { formatCount } from '#web/app/format.ts'
import { Heading } from '#web/app/heading.tsx'
import { heads } from '#web/app/listing.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { ChoicesForm, ChoicesScreen } from './choices-screen.tsx'
import classes from './product-choices.module.css'
import { NoProducts, ProductTable } from './product-table.tsx'
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

/** A reservation type, with its number of bookings. */
interface Experience {
  readonly name: string
  readonly reservations: number
  readonly guests: number
}

interface ExperienceTableProps {
  readonly experiences: readonly Experience[]
  /** names of those that do not count as tastings */
  readonly excluded: ReadonlySet<string>
  readonly onToggle: (name: string) => void
}

const AMOUNT = { className: classes.amount }

/** Reservation types; checked ones count as tastings. */
const ExperienceTable = ({ experiences, excluded, onToggle }: ExperienceTableProps) => (
  <table className={classes.table}>
    <caption className="visually-hidden">Reservations</caption>
    <thead>
      <tr>{heads('Counts as a tasting', ['Reservations', AMOUNT], ['Guests', AMOUNT])}</tr>
    </thead>
    <tbody>
      {experiences.map(({ name, reservations, guests }) => (
        <tr key={name}>
          <td>
            <Checkbox
              size="md"
              classNames={{ label: classes.label }}
              label={name || 'Unnamed'}
              checked={!excluded.has(name)}
              onChange={() => onToggle(name)}
            />
          </td>
          <td className={classes.amount}>{formatCount(reservations)}</td>
          <td className={classes.amount}>{formatCount(guests)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

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

/** Edits the selection, saved as a whole. */
const TastingForm = ({ stored }: { stored: StoredTastings }) => {
  const { api } = useRuntime()
  const draft = useDraft<TastingDraft>(toDraft(stored), serializeDraft)
  const { value, change } = draft
  if (stored.choices.length === 0 && stored.experiences.length === 0 && stored.products.length === 0) {
    return <NoProducts />
  }
  return (
    <ChoicesForm
      draft={draft}
      name="Tasting experiences"
      problem={draftProblem(value)}
      send={() => api.visits.saveTastingExperiences(toRequest(value))}
    >
      {stored.experiences.length > 0 && (
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <Stack gap="sm">
            <Heading order={2} title="Reservations">
              Guests who showed up for a reservation count as tasters. Clear the box for anything that isn’t a tasting,
              such as a dinner.
            </Heading>
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
          <Heading order={2} title="Products">
            For tastings sold without a reservation: how many guests each unit sold represents.
          </Heading>
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
    </ChoicesForm>
  )
}

/** Selects the products and reservations that count as tastings. */
export const TastingExperiencesScreen = () => {
  const { queries } = useRuntime()
  const query = useQuery(queries.visits.tastingExperiences.queryOptions())
  return (
    <ChoicesScreen
      title="Tasting Experiences"
      text="What counts as a tasting, and for how many guests. Tasting and club signup conversions are based on this."
      query={query}
    >
      {(stored) => <TastingForm stored={stored} />}
    </ChoicesScreen>
  )
}
