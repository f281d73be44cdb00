import { INSIGHT_KINDS } from 'virtual:insight-kinds'
import { Checkbox, Group, MultiSelect, Radio, Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { InsightSettings } from '#contract/insights.ts'
import { DIGEST_CADENCES, INSIGHT_SENSITIVITIES, SHAREABLE_PARTS } from '#domain/insight-settings.ts'
import { SettingsSection } from '#web/app/heading.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { InsightIcon } from '../insight-kinds.tsx'
import { toggled } from './insight-draft.ts'
import { CADENCE_LABELS, SENSITIVITY_LABELS, SHARING_LABELS } from './setting-labels.ts'
import type { SettingsPartProps } from './use-insight-settings.ts'

interface ChoiceListProps<T extends string> {
  readonly label: string
  readonly values: readonly T[]
  readonly labels: Readonly<Record<T, { readonly label: string; readonly description: string }>>
  readonly value: T
  readonly onChange: (value: T) => void
}

/** A radio group whose options have descriptions. */
const ChoiceList = <T extends string>({ label, values, labels, value, onChange }: ChoiceListProps<T>) => {
  const handleChange = (text: string): void => {
    const chosen = values.find((known) => known === text)
    if (chosen !== undefined) onChange(chosen)
  }
  return (
    <Radio.Group aria-label={label} value={value} onChange={handleChange}>
      <Stack gap="sm">
        {values.map((known) => (
          <Radio key={known} value={known} label={labels[known].label} description={labels[known].description} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** When the morning summary is emailed, and to whom. */
export const DigestSection = ({ draft, problems, onChange }: SettingsPartProps) => {
  const { queries } = useRuntime()
  const people = useQuery(queries.users.list.queryOptions()).data ?? []
  const listed = people.map(({ id, firstName, lastName, email }) => ({
    value: id,
    label: `${firstName} ${lastName} (${email})`,
  }))
  // A user who left isn't offered, but is listed so that they can be removed.
  const former = draft.recipients.filter((id) => people.length > 0 && !listed.some(({ value }) => value === id))
  return (
    <SettingsSection
      id="brief"
      title="Morning summary"
      description="A short email with yesterday’s sales, the month to date compared with last year, and new insights."
    >
      <ChoiceList
        label="How often the morning summary is sent"
        values={DIGEST_CADENCES}
        labels={CADENCE_LABELS}
        value={draft.cadence}
        onChange={(cadence) => onChange({ cadence })}
      />
      {draft.cadence !== 'never' && (
        <MultiSelect
          label="To"
          description="Users of this account"
          placeholder={draft.recipients.length === 0 ? 'Select people' : ''}
          searchable
          maxValues={50}
          nothingFoundMessage="No people found"
          hiddenInputProps={{ 'aria-label': 'Selected people' }}
          data={[...listed, ...former.map((value) => ({ value, label: 'Former user' }))]}
          value={draft.recipients}
          error={problems.recipients}
          onChange={(recipients) => onChange({ recipients })}
        />
      )}
    </SettingsSection>
  )
}

/** How unusual something has to be to be reported. */
export const SensitivitySection = ({ draft, onChange }: SettingsPartProps) => (
  <SettingsSection
    id="sensitivity"
    title="Alert sensitivity"
    description="How unusual something has to be before you’re notified."
  >
    <ChoiceList
      label="Alert sensitivity"
      values={INSIGHT_SENSITIVITIES}
      labels={SENSITIVITY_LABELS}
      value={draft.sensitivity}
      onChange={(sensitivity) => onChange({ sensitivity })}
    />
  </SettingsSection>
)

/** Which kinds of insight are shown and sent. */
export const KindsSection = ({ draft, onChange }: SettingsPartProps) => (
  <SettingsSection id="kinds" title="Insight types" description="Types you turn off are hidden.">
    <Stack gap="md">
      {INSIGHT_KINDS.map(({ kind, title, description }) => (
        <Switch
          key={kind}
          label={
            <Group gap={8} wrap="nowrap">
              <InsightIcon kind={kind} />
              {title}
            </Group>
          }
          description={description}
          checked={draft.kinds.includes(kind)}
          onChange={() => onChange({ kinds: toggled(draft.kinds, kind) })}
        />
      ))}
    </Stack>
  </SettingsSection>
)

/** What a model may be sent besides the sentence templates. */
export const SharingSection = ({ draft, onChange, settings }: SettingsPartProps & { settings: InsightSettings }) => {
  const hasProvider = draft.usesModel && (draft.modelUrl.trim() !== '' || settings.model.isProvided)
  return (
    <SettingsSection
      id="sharing"
      title="Data sharing"
      description="What a language model may see besides the words of a sentence or question. Other names are replaced with placeholders."
    >
      {!hasProvider && (
        <Text size="sm" c="dimmed">
          Without a language model, no data is shared.
        </Text>
      )}
      <Stack gap="sm">
        {SHAREABLE_PARTS.map((part) => (
          <Checkbox
            key={part}
            label={SHARING_LABELS[part].label}
            description={SHARING_LABELS[part].description}
            checked={draft.mayLeave.includes(part)}
            onChange={() => onChange({ mayLeave: toggled(draft.mayLeave, part) })}
          />
        ))}
      </Stack>
      <Text size="sm" c="dimmed">
        Questions that Cuvee can’t read itself are sent to the model as typed, except that names of customers and
        members, emails, and phone numbers are replaced with placeholders. A first name that is also a common word, such
        as “Rose”, may be sent.
      </Text>
    </SettingsSection>
  )
}
